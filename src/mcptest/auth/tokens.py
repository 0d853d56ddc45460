"""An access token and everything that came with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from mcptest.model.json import Json
from mcptest.model.record import record

SOON = 30.0  # seconds before its end a token is renewed
_LONGEST = 10**10  # seconds; more is not a lifetime


@record
class Token:
    """``expires`` is in seconds since 1970, by this machine's clock; None where nobody said.

    ``identity`` is the ID token of OpenID Connect, where one came.
    """

    access: str = field(repr=False)
    expires: float | None = None
    refresh: str | None = field(default=None, repr=False)
    scope: str = ""
    identity: str | None = field(default=None, repr=False)

    def is_over(self, now: float, *, spare: float = SOON) -> bool:
        return self.expires is not None and now + spare >= self.expires

    @property
    def header(self) -> str:
        return f"Bearer {self.access}"

    @property
    def secrets(self) -> tuple[str, ...]:
        return (self.access, *filter(None, (self.refresh, self.identity)))


def read_token(answer: Mapping[str, Json], *, asked: str, now: float) -> Token | None:
    """A token response (RFC 6749, section 5.1); None where it holds no bearer token.

    The lifetime counts from our own clock, so that one that is off does no harm.
    """
    access, kind = answer.get("access_token"), answer.get("token_type", "bearer")
    if not isinstance(access, str) or not _is_printable(access):
        return None
    if not isinstance(kind, str) or kind.lower() != "bearer":
        return None
    scope = answer.get("scope")
    return Token(
        access,
        expires=_end(answer.get("expires_in"), now),
        refresh=_text(answer.get("refresh_token")),
        scope=scope if isinstance(scope, str) else asked,
        identity=_text(answer.get("id_token")),
    )


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) and value else None


def _is_printable(text: str) -> bool:
    return bool(text) and all("!" <= char <= "~" for char in text)


def _end(lifetime: Json, now: float) -> float | None:
    if isinstance(lifetime, str) and lifetime.isdecimal():  # some servers quote it
        lifetime = int(lifetime[:12])
    if isinstance(lifetime, bool) or not isinstance(lifetime, (int, float)):
        return None
    return now + lifetime if 0 < lifetime < _LONGEST else None
