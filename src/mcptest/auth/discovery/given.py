"""Endpoints that the user names in place of those that the authorization server publishes."""

from __future__ import annotations

from typing import Final

from mcptest.auth.discovery.documents import ServerDocument, is_secure
from mcptest.errors import UsageError
from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.wire.http.explain import plain


@record
class GivenEndpoints:
    """None where the endpoint is discovered."""

    authorization: str | None = None
    token: str | None = None
    registration: str | None = None

    @property
    def members(self) -> JsonObject:
        """As the metadata would spell them."""
        named = {
            "authorization_endpoint": self.authorization,
            "token_endpoint": self.token,
            "registration_endpoint": self.registration,
        }
        return {name: url for name, url in named.items() if url}

    @property
    def suffice(self) -> bool:
        """Whether a client can sign in without any metadata."""
        return bool(self.authorization and self.token)

    def over(self, document: ServerDocument) -> ServerDocument:
        """The document with these endpoints in it."""
        return ServerDocument({**document.raw, **self.members}, assumed=document.assumed)

    def alone(self, issuer: str) -> ServerDocument:
        """What a client uses where no document is published; the issuer may be unknown."""
        own: JsonObject = {"issuer": issuer, "code_challenge_methods_supported": ["S256"]}
        return ServerDocument({**own, **self.members}, assumed=True)


DISCOVERED: Final = GivenEndpoints()


def given_endpoints(
    authorization: str | None = None, token: str | None = None, registration: str | None = None
) -> GivenEndpoints:
    """Raises: UsageError where a code or a secret would not be safe on the way."""
    given = GivenEndpoints(authorization or None, token or None, registration or None)
    for name, url in given.members.items():
        require_secure(name.replace("_", " "), str(url))
    return given


def require_secure(name: str, url: str) -> None:
    """Raises: UsageError."""
    if problem := _problem(url):
        words = f'the {name} "{plain(url)}" {problem}'
        hint = "Use an https URL, or an http URL on this machine."
        raise UsageError("server-endpoint", words, hint=hint)


def _problem(url: str) -> str | None:
    if any(char <= " " or char == "\x7f" for char in url):
        return "contains spaces or control characters"
    if not is_secure(url):
        return "is not an https URL"
    return "contains a fragment" if "#" in url else None  # RFC 6749, section 3.1
