"""Check every request to the page's listener: host, origin and token."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from hmac import compare_digest
from typing import Final

from mcptest.model.record import record

TOKEN_HEADER: Final = "x-mcptest-token"  # noqa: S105 - the name of a header
_OUR_SITES: Final = ("same-origin", "none")
API: Final = "/api/"


@record
class TurnedAway:
    """The status and the words of a request that is not served."""

    status: int
    words: str


class Door:
    """Checks every request, also for the page itself: a rebound name must not read anything."""

    def __init__(self, port: int, token: str | None = None) -> None:
        self.token = token or secrets.token_urlsafe(32)
        self.host = f"127.0.0.1:{port}"
        self.origin = f"http://{self.host}"

    @property
    def link(self) -> str:
        """What the user opens; a fragment is never sent to a server or logged by one."""
        return f"{self.origin}/#token={self.token}"

    def refusal(self, method: str, path: str, headers: Mapping[str, str]) -> TurnedAway | None:
        """Why a request is not served; header names are in lower case."""
        if headers.get("host", "") != self.host:
            return TurnedAway(421, f"open the page as {self.origin}")
        if headers.get("origin", self.origin) != self.origin:
            return TurnedAway(403, "the request comes from another site")
        if headers.get("sec-fetch-site", "none") not in _OUR_SITES:
            return TurnedAway(403, "the request comes from another site")
        if path.startswith(API) and not self._knows(headers.get(TOKEN_HEADER, "")):
            return TurnedAway(401, "open the link that mcptest ui printed")
        return _refused_method(method, path, headers)

    def _knows(self, given: str) -> bool:
        return compare_digest(given.encode("utf-8", "replace"), self.token.encode())


def _refused_method(method: str, path: str, headers: Mapping[str, str]) -> TurnedAway | None:
    allowed = "POST" if path.startswith(f"{API}do/") else "GET"
    if method != allowed:
        return TurnedAway(405, f"use {allowed}")
    if method == "POST" and headers.get("content-type", "") != "application/json":
        return TurnedAway(415, "the body must be application/json")
    return None
