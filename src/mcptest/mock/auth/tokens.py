"""The mock's tokens: a few named ones for fixtures, and signed ones from its own server."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from mcptest.errors import UsageError
from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.wire.http.jwt import audiences_of, claims_of

if TYPE_CHECKING:
    from joserfc.jwk import ECKey

READ, CALL, ADMIN = "mcp:read", "mcp:call", "mcp:admin"
SCOPES: Final = (READ, CALL)
LIFETIME: Final = 3600
_UNSIGNED: Final = "none"


@record
class TokenAccess:
    """What a token stands for."""

    user: str = "mcptest"
    scope: tuple[str, ...] = SCOPES
    expired: bool = False
    other_audience: bool = False
    other_issuer: bool = False


# Each is what its name says; they are the fixtures of those who test the mock.
NAMED: Final = {
    "mcptest-valid": TokenAccess(),
    "mcptest-reduced": TokenAccess(scope=(READ,)),
    "mcptest-broader": TokenAccess(scope=(*SCOPES, ADMIN)),
    "mcptest-other-user": TokenAccess(user="other"),
    "mcptest-expired": TokenAccess(expired=True),
    "mcptest-other-audience": TokenAccess(other_audience=True),
    "mcptest-other-issuer": TokenAccess(other_issuer=True),
}


def is_issued(token: str) -> bool:
    """The token has the form of an issued one; it may still be expired or forged."""
    return token in NAMED or claims_of(token) is not None


def require_signing() -> None:
    """Raises: UsageError where the library that signs is not installed."""
    try:
        import joserfc  # noqa: F401
    except ImportError:
        words = "signing tokens needs the auth extra, which is not installed"
        raise UsageError("extra-missing", words, hint="pip install 'mcptest[auth]'") from None


class TokenMint:
    """Signs tokens and reads them back; ``flaws`` are checks that it leaves out."""

    def __init__(self, flaws: Collection[str] = ()) -> None:
        self._flaws = flaws

    @cached_property
    def _key(self) -> ECKey:
        require_signing()
        from joserfc.jwk import ECKey

        return ECKey.generate_key("P-256", {"use": "sig", "alg": "ES256"}, auto_kid=True)

    def keys(self) -> JsonObject:
        """What others need to check a signature."""
        public: Any = self._key.as_dict(private=False)
        return {"keys": [public]}

    def issue(self, user: str, scope: str, *, issuer: str, audience: str) -> str:
        now = int(time.time())
        claims: JsonObject = {
            "iss": issuer,
            "sub": user,
            "aud": audience,
            "scope": scope,
            "iat": now,
            "exp": now + LIFETIME,
        }
        return self.sign(claims, "at+jwt")

    def sign(self, claims: JsonObject, kind: str) -> str:
        """A JWT of this ``typ``."""
        from joserfc import jwt

        header = {"alg": "ES256", "typ": kind, "kid": self._key.kid}
        return str(jwt.encode(header, claims, self._key))

    def verified(self, token: str, kind: str) -> JsonObject | None:
        """The claims of a token that this mint signed with this ``typ`` (RFC 8725)."""
        claims = claims_of(token)
        if claims is None or _header(token).get("typ") != kind or not self._is_signed(token):
            return None
        return claims

    def read(self, token: str, *, issuer: str, audience: str) -> TokenAccess | None:
        """What a token gives access to; None where it must be refused."""
        found = self._named(token) or self._signed(token, issuer, audience)
        if found is None:
            return None
        wrong = {
            "expiry": found.expired,
            "audience": found.other_audience,
            "issuer": found.other_issuer,
        }
        return None if any(so and name not in self._flaws for name, so in wrong.items()) else found

    def _named(self, token: str) -> TokenAccess | None:
        if "signature" in self._flaws:  # whatever its last character
            by_start = {name[:-1]: access for name, access in NAMED.items()}
            return NAMED.get(token) or by_start.get(token[:-1])
        return NAMED.get(token)

    def _signed(self, token: str, issuer: str, audience: str) -> TokenAccess | None:
        claims = claims_of(token)
        if claims is None or not self._is_signed(token):
            return None
        ends, scope = claims.get("exp"), claims.get("scope")
        over = not isinstance(ends, int) or ends <= time.time()
        named = tuple(scope.split()) if isinstance(scope, str) else ()
        return replace(
            TokenAccess(user=str(claims.get("sub")), scope=named),
            expired=over,
            other_audience=audience not in audiences_of(claims),
            other_issuer=claims.get("iss") != issuer,
        )

    def _is_signed(self, token: str) -> bool:
        if "signature" in self._flaws:
            return True
        if str(_header(token).get("alg")).lower() == _UNSIGNED:
            return "unsigned" in self._flaws
        from joserfc import jwt
        from joserfc.errors import JoseError

        try:
            jwt.decode(token, self._key, algorithms=["ES256"])
        except (JoseError, ValueError):
            return False
        return True


def _header(token: str) -> JsonObject:
    return claims_of(f"e30.{token.partition('.')[0]}.") or {}
