"""Make one bounded request for a document or a token, without following redirects."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from mcptest.errors import TargetConnectError
from mcptest.model.json import MISSING, JsonObject, MaybeJson
from mcptest.model.record import record
from mcptest.wire.http.address import parse_address
from mcptest.wire.http.headers import STANDARD
from mcptest.wire.http.trust import proxy_for, tls_context

if TYPE_CHECKING:  # httpx2 is slow to import
    import httpx2

MOST_BYTES = 256 * 1024  # a document of metadata has two thousand
SECONDS = 10.0
_OK = 200


@record
class Fetched:
    """What came; ``status`` is 0 and ``problem`` says why where nothing did."""

    url: str
    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    problem: str = ""

    @property
    def json(self) -> MaybeJson:
        try:
            found: MaybeJson = json.loads(self.body)
        except (ValueError, RecursionError):
            return MISSING
        return found

    @property
    def document(self) -> JsonObject | None:
        """The JSON object of a successful response; a page for people is not one."""
        found = self.json
        return found if self.status == _OK and isinstance(found, dict) else None

    @property
    def content_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    def __str__(self) -> str:
        """Status and kind of body, as a table shows it."""
        if not self.status:
            return self.problem
        kind = self.content_type or ("no body" if not self.body else "no content type")
        if "location" in self.headers:
            kind = f"a redirect to {self.headers['location'][:120]}"
        return f"HTTP {self.status}, {kind}"


@record
class Fetcher:
    """Asks servers by HTTP, with the certificates that the user trusts besides."""

    ca_file: str | None = None
    seconds: float = SECONDS

    async def get(self, url: str, headers: Mapping[str, str] | None = None) -> Fetched:
        accept = {"Accept": "application/json", **(headers or {})}
        return await self.exchange("GET", url, accept)

    async def post_form(
        self, url: str, form: Mapping[str, str], headers: Mapping[str, str] | None = None
    ) -> Fetched:
        named = {
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
            **(headers or {}),
        }
        return await self.exchange("POST", url, named, urlencode(form).encode())

    async def post_json(
        self, url: str, body: JsonObject, headers: Mapping[str, str] | None = None
    ) -> Fetched:
        named = {"Accept": "application/json", "Content-Type": "application/json"}
        return await self.exchange("POST", url, {**named, **(headers or {})}, _encoded(body))

    async def exchange(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> Fetched:
        """Never raises for what a server does or does not say."""
        import httpx2

        try:
            async with (
                asyncio.timeout(self.seconds),
                self._client(url) as client,
                client.stream(method, url, headers=dict(headers), content=body) as response,
            ):
                return await _read(response, url)
        except TimeoutError:
            return Fetched(url, problem=f"no response within {self.seconds:g} s")
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as trouble:
            return Fetched(url, problem=_reason(trouble))
        except TargetConnectError as trouble:
            return Fetched(url, problem=trouble.message)

    def _client(self, url: str) -> httpx2.AsyncClient:
        import httpx2

        address = parse_address(url)
        secure = address.scheme == "https"
        return httpx2.AsyncClient(
            verify=tls_context(self.ca_file) if secure else False,
            follow_redirects=False,
            timeout=self.seconds,
            trust_env=False,
            proxy=proxy_for(address),
            headers={"User-Agent": STANDARD["User-Agent"]},
        )


async def _read(response: httpx2.Response, url: str) -> Fetched:
    headers = {name.lower(): value for name, value in response.headers.items()}
    body = b""
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > MOST_BYTES:
            why = f"the response is larger than {MOST_BYTES // 1024} KiB"
            return Fetched(url, headers=headers, problem=why)
        if headers.get("content-type", "").startswith("text/event-stream"):
            break  # the head says enough, and the stream may never end
    return Fetched(url, response.status_code, headers, body)


def _reason(trouble: Exception) -> str:
    return f"no connection: {str(trouble) or type(trouble).__name__}"


def _encoded(body: JsonObject) -> bytes:
    return json.dumps(body).encode()
