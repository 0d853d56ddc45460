"""The clients of the mock's authorization server, and their redirect URIs."""

from __future__ import annotations

import json
import secrets
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Collection, Mapping
from typing import Final
from urllib.parse import unquote, urlsplit

from mcptest.model.json import Json, JsonObject
from mcptest.model.loopback import is_loopback
from mcptest.model.record import record

# A document by this name stands for one whose client_id is another address.
FOREIGN_DOCUMENT: Final = "/names-another.json"
_MOST: Final = 1000


@record
class MockClient:
    """``secret`` is None for a public client."""

    id: str
    secret: str | None = None
    redirects: tuple[str, ...] = ()
    user: str = "mcptest"


KNOWN: Final = (
    MockClient("mcptest", "mcptest-secret", ("http://127.0.0.1/callback",)),
    MockClient("other", "other-secret", user="other"),
)


class Clients:
    """Those that are known from the start, and those that register."""

    def __init__(self, flaws: Collection[str] = ()) -> None:
        self._flaws = flaws
        self._known = {client.id: client for client in KNOWN}

    def find(self, client_id: str) -> MockClient | None:
        """A client document is known by its address; it is not fetched."""
        found = self._known.get(client_id)
        if client_id.endswith(FOREIGN_DOCUMENT) and "document" not in self._flaws:
            return None
        if found is None and _is_document(client_id):
            return MockClient(client_id, redirects=("http://127.0.0.1/", "http://localhost/"))
        return found

    def register(self, body: bytes) -> tuple[int, JsonObject]:
        """Status and body of the answer (RFC 7591)."""
        try:
            asked = json.loads(body)
        except (ValueError, RecursionError):
            asked = None
        redirects = asked.get("redirect_uris", []) if isinstance(asked, dict) else None
        if not isinstance(asked, dict) or not isinstance(redirects, list):
            return 400, {"error": "invalid_client_metadata"}
        if not all(self._is_allowed(each) for each in redirects):
            words = "a redirect is https, or http on this machine"
            return 400, {"error": "invalid_redirect_uri", "error_description": words}
        if len(self._known) >= _MOST:
            return 429, {"error": "temporarily_unavailable"}
        public = asked.get("token_endpoint_auth_method", "client_secret_basic") == "none"
        client = MockClient(
            secrets.token_urlsafe(12),
            None if public else secrets.token_urlsafe(24),
            tuple(map(str, redirects)),
        )
        self._known[client.id] = client
        secret: JsonObject = {} if client.secret is None else {"client_secret": client.secret}
        told: dict[str, Json] = {**asked, "client_id": client.id, **secret}
        return 201, told

    def _is_allowed(self, redirect: Json) -> bool:
        if not isinstance(redirect, str):
            return False
        parts = urlsplit(redirect)
        local = is_loopback(parts.hostname or "") or "registration" in self._flaws
        return parts.scheme == "https" or (parts.scheme == "http" and local)

    def allows(self, client: MockClient, redirect: str) -> bool:
        """Exactly as registered, but for the port on a loopback address (RFC 8252)."""
        if "redirect" in self._flaws:
            return bool(redirect)
        if _is_document(client.id):
            return any(_without_port(redirect).startswith(each) for each in client.redirects)
        return any(_without_port(redirect) == _without_port(each) for each in client.redirects)

    def authenticated(
        self, form: Mapping[str, str], headers: Mapping[str, str]
    ) -> MockClient | None:
        """The client of a token request; None where it does not show who it is."""
        name, secret = _basic(headers.get("authorization", ""))
        name, secret = name or form.get("client_id", ""), secret or form.get("client_secret")
        client = self.find(name)
        if client is None or client.secret is None:
            return client
        right = "secret" in self._flaws or secrets.compare_digest(client.secret, secret or "")
        return client if right else None


def _is_document(client_id: str) -> bool:
    parts = urlsplit(client_id)
    return parts.scheme == "https" and bool(parts.netloc) and len(parts.path) > 1


def _without_port(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme == "http" and is_loopback(parts.hostname or ""):
        return parts._replace(netloc=parts.hostname or "").geturl()
    return url


def _basic(header: str) -> tuple[str, str | None]:
    scheme, _, coded = header.partition(" ")
    if scheme.lower() != "basic":
        return "", None
    try:
        name, _, secret = b64decode(coded).decode().partition(":")
    except (Base64Error, ValueError):
        return "", None
    return unquote(name), unquote(secret)
