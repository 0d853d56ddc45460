"""The token endpoint: send any grant, and authenticate the client."""

from __future__ import annotations

import time
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import quote

from mcptest.auth.discovery.documents import ServerDocument, is_secure
from mcptest.auth.fetch import Fetched, Fetcher
from mcptest.auth.refusal import error_code, refused_token
from mcptest.auth.settings import AuthClient
from mcptest.auth.tokens import Token, read_token
from mcptest.errors import SignInError
from mcptest.model.record import record

JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"
BASIC, POST, NONE = "client_secret_basic", "client_secret_post", "none"


@record
class TokenEndpoint:
    """Where one client gets its tokens, and for which resource."""

    url: str
    client: AuthClient
    fetcher: Fetcher
    methods: tuple[str, ...] = ()
    now: Callable[[], float] = time.time

    async def client_credentials(self, *, scope: str, resource: str) -> Token:
        """Raises: SignInError."""
        form = {"grant_type": "client_credentials", "scope": scope, "resource": resource}
        return await self._token(form, "client credentials")

    async def refresh(self, token: str, *, scope: str, resource: str) -> Token:
        """The new refresh token replaces the old one, where one came.

        Raises: SignInError.
        """
        form = {
            "grant_type": "refresh_token",
            "refresh_token": token,
            "scope": scope,
            "resource": resource,
        }
        found = await self._token(form, "refresh token")
        return replace(found, refresh=found.refresh or token)

    async def redeem(self, code: str, *, verifier: str, redirect: str, resource: str) -> Token:
        """Raises: SignInError."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect,
            "code_verifier": verifier,
            "resource": resource,
        }
        return await self._token(form, "authorization code")

    async def assert_identity(self, assertion: str, *, scope: str, resource: str) -> Token:
        """RFC 7523, section 2.1: the assertion of another server is the grant.

        Raises: SignInError.
        """
        form = {
            "grant_type": JWT_BEARER,
            "assertion": assertion,
            "scope": scope,
            "resource": resource,
        }
        return await self._token(form, "identity assertion")

    async def _token(self, form: Mapping[str, str], what: str) -> Token:
        answer = await self.post(form)
        document = answer.document
        asked = form.get("scope", "")
        token = read_token(document, asked=asked, now=self.now()) if document else None
        if token is not None:
            return token
        if document is not None:
            raise SignInError(
                "auth-denied",
                f"{answer.url} responded to the {what} without a bearer token",
                hint="Check that the authorization server issues access tokens of type Bearer.",
            )
        raise refused_token(answer, what)

    async def post(self, form: Mapping[str, str]) -> Fetched:
        """The form with the client's own proof: by header, or, where that is refused, in it."""
        if not is_secure(self.url):
            raise SignInError(
                "auth-no-metadata",
                f"the token endpoint {self.url} is not an https URL",
                hint="Use https for the token endpoint.",
            )
        full = {name: value for name, value in form.items() if value}
        methods = self._methods()
        answer = await self._post(full, methods[0])
        if error_code(answer) == "invalid_client" and len(methods) > 1:
            return await self._post(full, methods[1])
        return answer

    def _methods(self) -> list[str]:
        """As registered, else as the metadata says; RFC 8414: left out, it is Basic."""
        if self.client.secret is None:
            return [NONE]
        if self.client.method in {BASIC, POST}:
            return [self.client.method]
        known = [each for each in (BASIC, POST) if each in self.methods]
        return known or [BASIC, POST]

    async def _post(self, form: Mapping[str, str], method: str) -> Fetched:
        secret = self.client.secret or ""
        if method == BASIC:
            pair = f"{quote(self.client.id, safe='')}:{quote(secret, safe='')}"
            proof = {"Authorization": f"Basic {b64encode(pair.encode()).decode()}"}
            return await self.fetcher.post_form(self.url, form, proof)
        own = {"client_id": self.client.id}
        if method == POST:
            own["client_secret"] = secret
        return await self.fetcher.post_form(self.url, {**form, **own})


def endpoint_of(server: ServerDocument, client: AuthClient, fetcher: Fetcher) -> TokenEndpoint:
    return TokenEndpoint(server.endpoint("token"), client, fetcher, server.methods)
