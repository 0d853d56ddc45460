"""The mock as an identity provider, and as a server that trusts one: identity assertions."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from mcptest.mock.auth.clients import MockClient
from mcptest.mock.auth.grants import Granted
from mcptest.mock.auth.tokens import LIFETIME, TokenMint
from mcptest.model.json import JsonObject
from mcptest.wire.http.jwt import audiences_of

TOKEN_EXCHANGE: Final = "urn:ietf:params:oauth:grant-type:token-exchange"  # noqa: S105 - a name
JWT_BEARER: Final = "urn:ietf:params:oauth:grant-type:jwt-bearer"
PROFILE: Final = "urn:ietf:params:oauth:grant-profile:id-jag"
NAMED_ID_TOKEN: Final = "mcptest-id-token"  # noqa: S105 - of the user mcptest, for any client
_ID_TOKEN: Final = "urn:ietf:params:oauth:token-type:id_token"  # noqa: S105 - a name
_ID_JAG: Final = "urn:ietf:params:oauth:token-type:id-jag"
_TYPE: Final = "oauth-id-jag+jwt"
_ENDS: Final = 300
_MOST: Final = 1000


class Identities:
    """Signs ID tokens and identity assertions, and takes each assertion once."""

    def __init__(self, mint: TokenMint) -> None:
        self._mint = mint
        self._used: OrderedDict[str, None] = OrderedDict()

    def id_token(self, client: MockClient, issuer: str) -> str:
        """OpenID Connect, section 2: who signed in to which client."""
        claims: JsonObject = {"iss": issuer, "sub": client.user, "aud": client.id}
        return self._mint.sign({**claims, **_times(LIFETIME)}, "JWT")

    def exchange(
        self, client: MockClient, form: Mapping[str, str], origin: str
    ) -> tuple[int, JsonObject]:
        """RFC 8693: status and body for an ID token; the policy is that everybody may."""
        kinds = form.get("requested_token_type"), form.get("subject_token_type")
        if kinds != (_ID_JAG, _ID_TOKEN):
            return 400, {"error": "invalid_request"}
        if form.get("audience") != origin or not form.get("resource"):
            return 400, {"error": "invalid_target"}
        user = self._user(form.get("subject_token", ""), client, origin)
        if user is None:
            return 400, {"error": "invalid_grant", "error_description": "the ID token is not valid"}
        claims: JsonObject = {
            "iss": origin,
            "sub": user,
            "aud": origin,
            "client_id": client.id,
            "resource": form["resource"],
            "scope": form.get("scope", ""),
            "jti": secrets.token_urlsafe(12),
        }
        return 200, {
            "issued_token_type": _ID_JAG,
            "access_token": self._mint.sign({**claims, **_times(_ENDS)}, _TYPE),
            "token_type": "N_A",
            "scope": form.get("scope", ""),
            "expires_in": _ENDS,
        }

    def granted(self, client: MockClient, assertion: str, origin: str) -> Granted | None:
        """RFC 7523: what an assertion stands for; None where it must be refused."""
        claims = self._mint.verified(assertion, _TYPE)
        if claims is None or not _is_current(claims) or claims.get("client_id") != client.id:
            return None
        name = claims.get("jti")
        if claims.get("iss") != origin or origin not in audiences_of(claims) or name in self._used:
            return None
        self._used[str(name)] = None
        if len(self._used) > _MOST:
            self._used.popitem(last=False)
        person = MockClient(client.id, client.secret, client.redirects, str(claims.get("sub")))
        return Granted(person, str(claims.get("scope", "")), str(claims.get("resource")))

    def _user(self, token: str, client: MockClient, origin: str) -> str | None:
        if token == NAMED_ID_TOKEN:
            return "mcptest"
        claims = self._mint.verified(token, "JWT")
        if claims is None or not _is_current(claims) or claims.get("iss") != origin:
            return None
        return str(claims.get("sub")) if client.id in audiences_of(claims) else None


def _times(lifetime: int) -> JsonObject:
    now = int(time.time())
    return {"iat": now, "exp": now + lifetime}


def _is_current(claims: JsonObject) -> bool:
    ends = claims.get("exp")
    return isinstance(ends, int) and ends > time.time()
