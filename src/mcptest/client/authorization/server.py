"""A local authorization server that approves everyone and records each request.

A client that violates one rule is still served, so that its other behavior can be judged.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from hashlib import sha256
from urllib.parse import parse_qsl, urlencode, urlsplit

from mcptest.client.authorization.addresses import endpoints, metadata_addresses
from mcptest.client.authorization.issued import IssuedTokens
from mcptest.client.authorization.plan import READ, AuthorizationPlan
from mcptest.client.log import ClientLog
from mcptest.client.serve.events import JSON_HEADERS
from mcptest.client.serve.listener import HttpRequest
from mcptest.mock.auth.clients import Clients
from mcptest.mock.auth.grants import GrantBook, Granted
from mcptest.model.json import Json, JsonObject
from mcptest.wire.codec import encode

_METHODS = ("client_secret_basic", "client_secret_post", "none")


class ScenarioIssuer:
    """One authorization server; ``number`` tells it from the one that it moves to."""

    def __init__(
        self, plan: AuthorizationPlan, log: ClientLog, tokens: IssuedTokens, number: int = 1
    ) -> None:
        self.number = number
        self.origin = ""
        self._plan = plan
        self._log = log
        self._tokens = tokens
        self._clients = Clients()
        self._book = GrantBook()
        self._paths = endpoints(plan)

    @property
    def issuer(self) -> str:
        return self.origin + self._plan.issuer_path

    async def answer(self, request: HttpRequest) -> bool:
        """Whether the request was one for this server."""
        if request.method == "GET" and "/.well-known/" in request.path:
            return await self._metadata(request)
        routes = {
            ("GET", self._paths["authorize"]): self._authorize,
            ("POST", self._paths["token"]): self._token,
            ("POST", self._paths["register"]): self._register,
        }
        route = routes.get((request.method, request.path))
        if route is None:
            return False
        await route(request)
        return True

    # Metadata

    async def _metadata(self, request: HttpRequest) -> bool:
        forms = metadata_addresses(self._plan.issuer_path)
        served = forms.get(self._plan.metadata) == request.path
        self._log.fact(
            "oauth_documents",
            path=request.path,
            form=next((form for form, path in forms.items() if path == request.path), "other"),
            server=self.number,
            served=served,
            version=request.headers.get("mcp-protocol-version"),
        )
        if served:
            await _say(request, 200, self._document())
        return served

    def _document(self) -> JsonObject:
        plan = self._plan
        issuer = "https://other.example" if plan.other_issuer else self.issuer
        methods: list[Json] = list(_METHODS) if plan.auth_method is None else [plan.auth_method]
        whole: JsonObject = {
            "issuer": issuer,
            "authorization_endpoint": self.origin + self._paths["authorize"],
            "token_endpoint": self.origin + self._paths["token"],
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code", "client_credentials"],
            "token_endpoint_auth_methods_supported": methods,
        }
        if plan.pkce:
            whole["code_challenge_methods_supported"] = ["S256"]
        if plan.registration:
            whole["registration_endpoint"] = self.origin + self._paths["register"]
        if plan.client_documents:
            whole["client_id_metadata_document_supported"] = True
        if plan.announces_iss:
            whole["authorization_response_iss_parameter_supported"] = True
        if plan.server_scopes:
            whole["scopes_supported"] = list[Json](plan.server_scopes)
        return whole

    # Registration

    async def _register(self, request: HttpRequest) -> None:
        asked = _object(request.body)
        method = self._plan.auth_method or asked.get("token_endpoint_auth_method")
        body = {**asked, **({"token_endpoint_auth_method": method} if method else {})}
        status, told = self._clients.register(encode(body))
        self._log.fact(
            "oauth_registrations",
            server=self.number,
            body=asked,
            client_id=told.get("client_id"),
            redirects=asked.get("redirect_uris", []),
        )
        await _say(request, status, told)

    # The browser's part

    async def _authorize(self, request: HttpRequest) -> None:
        given = dict(parse_qsl(request.query))
        self._log.fact("oauth_authorizations", server=self.number, params=dict[str, Json](given))
        client = self._clients.find(given.get("client_id", ""))
        redirect = given.get("redirect_uri", "")
        if client is None or not redirect:
            await _say(request, 400, {"error": "invalid_request"})
            return
        granted = Granted(
            client,
            given.get("scope", ""),
            given.get("resource", ""),
            redirect,
            given.get("code_challenge", ""),
        )
        told = {"code": self._book.codes.add(granted), **self._state(given), **self._iss()}
        sign = "&" if urlsplit(redirect).query else "?"
        await request.respond(302, (("Location", f"{redirect}{sign}{urlencode(told)}"),))

    def _state(self, given: dict[str, str]) -> dict[str, str]:
        if self._plan.other_state:
            return {"state": "another-state"}
        return {"state": given["state"]} if "state" in given else {}

    def _iss(self) -> dict[str, str]:
        values = {
            "same": self.issuer,
            "other": "https://other.example",
            "slash": f"{self.issuer}/",
        }
        found = values.get(self._plan.iss)
        return {} if found is None else {"iss": found}

    # The token endpoint

    async def _token(self, request: HttpRequest) -> None:
        form = dict(parse_qsl(request.body.decode("utf-8", "replace")))
        code = self._book.take_code(form.get("code", ""))
        known = self._clients.authenticated(form, request.headers)
        verifier = form.get("code_verifier", "")
        challenge = code.challenge if code is not None else ""
        self._log.fact(
            "oauth_tokens",
            server=self.number,
            grant=form.get("grant_type"),
            params=dict[str, Json](form),
            method=_method(form, request.headers),
            challenged=bool(challenge),
            proven=challenge in (verifier, _challenge(verifier)),
        )
        granted = code
        if form.get("grant_type") == "client_credentials" and known is not None:
            granted = Granted(known, form.get("scope", ""), form.get("resource", ""))
        if granted is None:
            await _say(request, 400, {"error": "invalid_grant"})
            return
        await _say(request, 200, self._issued(granted))

    def _issued(self, granted: Granted) -> JsonObject:
        scope = granted.scope or READ
        return {
            "access_token": self._tokens.issue(self.number, scope),
            "token_type": "Bearer",
            "expires_in": 3600,
            "scope": scope,
        }


def _method(form: dict[str, str], headers: dict[str, str]) -> str:
    """How the client showed who it is."""
    if headers.get("authorization", "").lower().startswith("basic "):
        return "client_secret_basic"
    if "client_secret" in form:
        return "client_secret_post"
    return "private_key_jwt" if "client_assertion" in form else "none"


def _object(body: bytes) -> JsonObject:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _challenge(verifier: str) -> str:
    digest = sha256(verifier.encode("utf-8", "replace")).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


async def _say(request: HttpRequest, status: int, body: JsonObject) -> None:
    await request.respond(status, (*JSON_HEADERS, ("Cache-Control", "no-store")), encode(body))
