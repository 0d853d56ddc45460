"""The authorization server of a protected mock: approves every request, stores nothing on disk.

It has what a client needs to be tried: metadata, code with PKCE, client credentials, refresh
tokens that rotate, the device flow, registration, resource indicators and ``iss``. It is its own
identity provider, too, so that identity assertions can be tried.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection, Mapping
from hashlib import sha256
from urllib.parse import parse_qsl, urlencode, urlsplit

from mcptest.mock.auth.clients import Clients, MockClient
from mcptest.mock.auth.grants import GrantBook, Granted
from mcptest.mock.auth.identity import JWT_BEARER, PROFILE, TOKEN_EXCHANGE, Identities
from mcptest.mock.auth.tokens import LIFETIME, SCOPES, TokenMint
from mcptest.mock.overrides.draft import DraftReply
from mcptest.model.json import Json, JsonObject

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
METADATA = "/.well-known/oauth-authorization-server"
_PRIVATE = {"Cache-Control": "no-store"}


class AuthorizationServer:
    """Answers by path; ``origin`` is the address it was asked at, which is its issuer."""

    def __init__(self, mint: TokenMint, flaws: Collection[str] = ()) -> None:
        self._mint = mint
        self._flaws = flaws
        self._clients = Clients(flaws)
        self._book = GrantBook(flaws)
        self._identities = Identities(mint)
        self._routes: dict[tuple[str, str], Callable[[OAuthRequest], DraftReply]] = {
            ("GET", METADATA): lambda asked: said(200, metadata(asked.origin)),
            ("GET", "/jwks"): lambda _asked: said(200, self._mint.keys()),
            ("GET", "/authorize"): self._authorize,
            ("POST", "/token"): self._token,
            ("POST", "/register"): lambda asked: said(*self._clients.register(asked.body)),
            ("POST", "/device"): self._device,
            ("GET", "/device"): self._approve,
        }
        self._grants: dict[str, Callable[[MockClient, Mapping[str, str], str], DraftReply]] = {
            "client_credentials": self._for_itself,
            "authorization_code": self._redeem,
            "refresh_token": self._refresh,
            DEVICE_GRANT: self._poll,
            TOKEN_EXCHANGE: self._exchange,
            JWT_BEARER: self._assert,
        }

    def answer(
        self, verb: str, path: str, query: str, headers: Mapping[str, str], body: bytes, origin: str
    ) -> DraftReply | None:
        """None where the path is not one of its own."""
        route = self._routes.get((verb, path))
        return None if route is None else route(OAuthRequest(query, headers, body, origin))

    # The browser's part

    def _authorize(self, asked: OAuthRequest) -> DraftReply:
        given = asked.query
        client = self._clients.find(given.get("client_id", ""))
        redirect = given.get("redirect_uri", "")
        if client is None or not self._clients.allows(client, redirect):
            if "lenient" in self._flaws:
                return DraftReply(status=302, headers={"Location": "/login"})
            words = "client_id or redirect_uri is not registered"
            return said(400, {"error": "invalid_request", "error_description": words})
        error = self._wrong(given, asked.origin)
        if error:
            return self._back(redirect, {"error": error}, given, asked.origin)
        granted = Granted(
            client,
            given.get("scope", ""),
            given.get("resource") or f"{asked.origin}/mcp",
            redirect,
            given.get("code_challenge", ""),
        )
        return self._back(redirect, {"code": self._book.codes.add(granted)}, given, asked.origin)

    def _back(
        self, redirect: str, answer: Mapping[str, str], given: Mapping[str, str], origin: str
    ) -> DraftReply:
        """The authorization response, with its state and its issuer."""
        told = dict(answer)
        if "state" in given and "state" not in self._flaws:
            told["state"] = given["state"]
        if "iss" not in self._flaws:
            told["iss"] = origin
        sign = "&" if urlsplit(redirect).query else "?"
        where = f"{redirect}{sign}{urlencode(told)}"
        return DraftReply(status=302, headers={"Location": where, **_PRIVATE})

    def _wrong(self, given: Mapping[str, str], origin: str) -> str:
        if given.get("response_type") != "code":
            return "unsupported_response_type"
        challenged = given.get("code_challenge") and given.get("code_challenge_method") == "S256"
        if not challenged and "pkce" not in self._flaws:
            return "invalid_request"
        error = _wrong_request(given, origin)
        unclear = error == "invalid_target" and "target" in self._flaws
        return "invalid_request" if unclear else error

    # The token endpoint

    def _token(self, asked: OAuthRequest) -> DraftReply:
        form = asked.form
        client = self._clients.authenticated(form, asked.headers)
        if client is None:
            return DraftReply(
                {"error": "invalid_client"},
                status=401,
                headers={"WWW-Authenticate": 'Basic realm="mcptest"', **_PRIVATE},
            )
        if error := _wrong_request(form, asked.origin):
            return said(400, {"error": error})
        grant = self._grants.get(form.get("grant_type", ""))
        if grant is None:
            return said(400, {"error": "unsupported_grant_type"})
        return grant(client, form, asked.origin)

    def _for_itself(self, client: MockClient, form: Mapping[str, str], origin: str) -> DraftReply:
        if client.secret is None:
            return said(400, {"error": "unauthorized_client"})
        return self._issue(_granted(client, form, origin), origin)

    def _exchange(self, client: MockClient, form: Mapping[str, str], origin: str) -> DraftReply:
        return said(*self._identities.exchange(client, form, origin))

    def _redeem(self, client: MockClient, form: Mapping[str, str], origin: str) -> DraftReply:
        found = self._book.take_code(form.get("code", ""))
        if found is None or found.client.id != client.id:
            return said(400, {"error": "invalid_grant"})
        proven = _challenge(form.get("code_verifier", "")) == found.challenge
        unasked = not found.challenge or "verifier" in self._flaws
        same = form.get("redirect_uri") == found.redirect
        if not same or not (proven or unasked):
            return said(400, {"error": "invalid_grant"})
        return self._issue(found, origin, refresh=self._book.refresh.add(found))

    def _refresh(self, client: MockClient, form: Mapping[str, str], origin: str) -> DraftReply:
        found, following = self._book.take_refresh(form.get("refresh_token", ""))
        if found is None or found.client.id != client.id:
            return said(400, {"error": "invalid_grant"})
        return self._issue(found, origin, refresh=following)

    def _assert(self, client: MockClient, form: Mapping[str, str], origin: str) -> DraftReply:
        found = self._identities.granted(client, form.get("assertion", ""), origin)
        return self._issue(found, origin) if found else said(400, {"error": "invalid_grant"})

    def _poll(self, client: MockClient, form: Mapping[str, str], origin: str) -> DraftReply:
        code = form.get("device_code", "")
        found = self._book.devices.get(code)
        if found is None or found.granted.client.id != client.id:
            return said(400, {"error": "invalid_grant"})
        if not found.approved:
            return said(400, {"error": "authorization_pending"})
        self._book.devices.drop(code)
        return self._issue(found.granted, origin, refresh=self._book.refresh.add(found.granted))

    def _issue(self, granted: Granted, origin: str, refresh: str | None = None) -> DraftReply:
        scope = granted.scope or " ".join(SCOPES)
        token = self._mint.issue(
            granted.client.user, scope, issuer=origin, audience=granted.resource
        )
        body: JsonObject = {
            "access_token": token,
            "token_type": "Bearer",
            "expires_in": LIFETIME,
            "scope": scope,
        }
        if "openid" in scope.split():
            body["id_token"] = self._identities.id_token(granted.client, origin)
        return said(200, {**body, "refresh_token": refresh} if refresh else body)

    # The device flow

    def _device(self, asked: OAuthRequest) -> DraftReply:
        client = self._clients.find(asked.form.get("client_id", ""))
        if client is None:
            return said(401, {"error": "invalid_client"})
        if error := _wrong_request(asked.form, asked.origin):
            return said(400, {"error": error})
        granted = _granted(client, asked.form, asked.origin)
        device_code, user_code = self._book.begin_device(granted)
        uri = f"{asked.origin}/device"
        return said(
            200,
            {
                "device_code": device_code,
                "user_code": user_code,
                "verification_uri": uri,
                "verification_uri_complete": f"{uri}?user_code={user_code}",
                "expires_in": 600,
                "interval": 1,
            },
        )

    def _approve(self, asked: OAuthRequest) -> DraftReply:
        done = self._book.approve_device(asked.query.get("user_code", "").upper())
        words = "The device is signed in." if done else "Add ?user_code=CODE to this address."
        return DraftReply(raw=words.encode(), status=200, content_type="text/plain")


class OAuthRequest:
    """One request to the authorization server, its parameters read."""

    def __init__(self, query: str, headers: Mapping[str, str], body: bytes, origin: str) -> None:
        self.query = dict(parse_qsl(query))
        self.form = dict(parse_qsl(body.decode("utf-8", "replace")))
        self.headers = headers
        self.body = body
        self.origin = origin


def metadata(origin: str) -> JsonObject:
    """RFC 8414, for an issuer at the root of this origin."""
    scopes: list[Json] = list(SCOPES)
    return {
        "issuer": origin,
        "authorization_endpoint": f"{origin}/authorize",
        "token_endpoint": f"{origin}/token",
        "registration_endpoint": f"{origin}/register",
        "device_authorization_endpoint": f"{origin}/device",
        "jwks_uri": f"{origin}/jwks",
        "scopes_supported": scopes,
        "response_types_supported": ["code"],
        "grant_types_supported": [
            "authorization_code",
            "client_credentials",
            "refresh_token",
            DEVICE_GRANT,
            TOKEN_EXCHANGE,
            JWT_BEARER,
        ],
        "authorization_grant_profiles_supported": [PROFILE],
        "token_endpoint_auth_methods_supported": [
            "client_secret_basic",
            "client_secret_post",
            "none",
        ],
        "code_challenge_methods_supported": ["S256"],
        "client_id_metadata_document_supported": True,
        "authorization_response_iss_parameter_supported": True,
    }


def said(status: int, body: JsonObject) -> DraftReply:
    return DraftReply(body, status=status, headers=dict(_PRIVATE))


def _granted(client: MockClient, form: Mapping[str, str], origin: str) -> Granted:
    return Granted(client, form.get("scope", ""), form.get("resource") or f"{origin}/mcp")


def _wrong_request(given: Mapping[str, str], origin: str) -> str:
    """Scopes that exist, and a resource of this origin (RFC 8707)."""
    if not set(given.get("scope", "").split()) <= {*SCOPES, "openid", "offline_access"}:
        return "invalid_scope"
    resource = urlsplit(given.get("resource") or origin)
    return "" if f"{resource.scheme}://{resource.netloc}" == origin else "invalid_target"


def _challenge(verifier: str) -> str:
    digest = sha256(verifier.encode("utf-8", "replace")).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")
