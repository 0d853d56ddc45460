"""The access tokens issued in one scenario, by any authorization server."""

from __future__ import annotations

import secrets

from mcptest.model.record import record


@record
class IssuedToken:
    """``server`` is the number of the authorization server."""

    server: int
    scope: tuple[str, ...]


class IssuedTokens:
    """Opaque values: a client has no business in reading a token."""

    def __init__(self) -> None:
        self._known: dict[str, IssuedToken] = {}

    def issue(self, server: int, scope: str) -> str:
        token = f"mcptest-{secrets.token_urlsafe(18)}"
        self._known[token] = IssuedToken(server, tuple(scope.split()))
        return token

    def find(self, token: str) -> IssuedToken | None:
        return self._known.get(token)
