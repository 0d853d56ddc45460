"""Get a token without a person: by client, by refresh token, by ID token, or a stored login."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from mcptest.auth.discovery.discover import Discovery, discover
from mcptest.auth.discovery.steps import StepVerdict
from mcptest.auth.fetch import Fetcher
from mcptest.auth.flows.grants import TokenEndpoint
from mcptest.auth.flows.identity import IdentityChain, provider_endpoint
from mcptest.auth.refusal import broken_step
from mcptest.auth.saved_logins.login import Login
from mcptest.auth.saved_logins.provider import ProviderLogin
from mcptest.auth.saved_logins.store import LoginStore
from mcptest.auth.settings import AuthClient, Grant, OAuthSettings
from mcptest.auth.tokens import SOON, Token
from mcptest.errors import McptestError, SignInError, TargetConnectError
from mcptest.model.record import record
from mcptest.model.redaction import learn_secrets
from mcptest.model.spec_version import SpecVersion

# A grant without a browser needs no PKCE, and its client has an id already.
_NOT_NEEDED = frozenset(("request", "challenge", "pkce", "client", "scope"))


class TokenSource(Protocol):
    """Where tokens come from."""

    async def first(self) -> Token:
        """Raises: SignInError."""

    async def again(self, token: Token) -> Token:
        """A new one in place of this, with the scope that it has.

        Raises: SignInError.
        """

    def trusting(self, ca_file: str) -> TokenSource:
        """The same with the certificates of a file."""


@record(frozen=False)
class SettingsSource:
    """Tokens as the suite or the command line says; nothing is written."""

    url: str
    settings: OAuthSettings
    fetcher: Fetcher
    version: SpecVersion | None = None
    endpoint: TokenEndpoint | None = None
    provider: TokenEndpoint | None = None  # of the identity provider, if there is one
    issuer: str = ""
    scope: str = ""
    resource: str = ""
    found: Discovery | None = None

    async def first(self) -> Token:
        await self._find()
        return await self._ask(self.scope, self.settings.refresh_token)

    async def again(self, token: Token) -> Token:
        await self._find()
        return await self._ask(token.scope, token.refresh or self.settings.refresh_token)

    def trusting(self, ca_file: str) -> SettingsSource:
        return SettingsSource(self.url, self.settings, Fetcher(ca_file), self.version)

    async def ask(self, *, scope: str, resource: str) -> Token:
        """A token with another scope or for another resource, as rules need them.

        Raises: SignInError.
        """
        await self._find()
        assert self.endpoint is not None
        return await self.endpoint.client_credentials(scope=scope, resource=resource)

    async def _ask(self, scope: str, refresh: str | None) -> Token:
        assert self.endpoint is not None
        if self.settings.grant is Grant.REFRESH_TOKEN:
            return await self.endpoint.refresh(
                refresh or "", scope=self.settings.scope or "", resource=self.resource
            )
        if self.settings.grant is Grant.ENTERPRISE_MANAGED:
            return await self._by_identity(scope)
        return await self.endpoint.client_credentials(scope=scope, resource=self.resource)

    async def _by_identity(self, scope: str) -> Token:
        idp = self.settings.idp
        assert self.endpoint is not None
        assert idp is not None
        if self.provider is None:
            self.provider = await provider_endpoint(idp, self.fetcher)
        chain = IdentityChain(self.provider, self.endpoint, self.issuer, self.resource)
        return await chain.token(idp.id_token or "", scope=scope)

    async def _find(self) -> None:
        """The token endpoint: given, or found once."""
        if self.endpoint is not None:
            return
        settings = self.settings
        client = AuthClient(settings.client_id or "", settings.client_secret)
        url = settings.token_endpoint
        methods: tuple[str, ...] = ()
        scope, resource, issuer = settings.scope, settings.resource, settings.issuer
        if url is None:
            found = await self._discovered()
            assert found.server is not None
            url, methods = found.server.endpoint("token"), found.server.methods
            issuer = found.server.issuer
            scope = found.scope if scope is None else scope
            resource = found.indicator if resource is None else resource
        self.scope, self.resource = scope or "", resource or self.url.partition("#")[0]
        self.issuer = issuer or ""
        self.endpoint = TokenEndpoint(url, client, self.fetcher, methods)

    async def _discovered(self) -> Discovery:
        found = await discover(
            self.url, fetcher=self.fetcher, version=self.version, issuer=self.settings.issuer
        )
        self.found = found
        return usable(found, without=_NOT_NEEDED)


def usable(found: Discovery, *, without: frozenset[str] = frozenset()) -> Discovery:
    """The same, if nothing stands in the way of a client.

    Raises: SignInError.
    """
    if found.silent:
        raise TargetConnectError(
            "connect-failed",
            f"could not connect to {found.url}: {found.steps[0].received}",
            hint="Check the URL and the network.",
        )
    if found.open:
        raise SignInError(
            "auth-not-needed",
            f"{found.url} does not require authorization",
            hint="Omit the OAuth options.",
        )
    for step in found.steps:
        if step.verdict is StepVerdict.BROKEN and step.id not in without:
            raise broken_step(step, found.url)
    if found.server is None:
        raise SignInError("auth-no-metadata", f"{found.url} does not name an authorization server")
    return found


@record(frozen=False)
class StoredSource:
    """The login that `mcptest login` kept; a renewed token is kept in its place."""

    url: str
    store: LoginStore
    login: Login | None = None

    async def first(self) -> Token:
        self.login = self.store.find(self.url)
        if self.login is None:
            raise SignInError(
                "auth-not-logged-in",
                f"there is no login for {self.url}",
                hint=f"Run `mcptest login {self.url}` first.",
            )
        token = self.login.token
        over = token.is_over(_now(), spare=SOON if self.login.renewable else 0)
        return await self.again(token) if over else token

    async def again(self, token: Token) -> Token:
        login = self.login
        if login is None or not login.renewable:
            raise SignInError(
                "auth-expired",
                f"the login for {self.url} has expired and cannot be renewed",
                hint=f"Run `mcptest login {self.url}` again.",
            )
        renewed = await (self._vouched if login.idp else self._refreshed)(login, token)
        self.login = renewed
        self._keep(renewed)
        return renewed.token

    async def _refreshed(self, login: Login, token: Token) -> Login:
        endpoint = _endpoint_of(login, login.ca_file)
        found = await endpoint.refresh(
            token.refresh or "",
            scope="" if token.scope == login.token.scope else token.scope,
            resource=login.resource,
        )
        return replace(login, token=found if found.scope else replace(found, scope=token.scope))

    async def _vouched(self, login: Login, token: Token) -> Login:
        """By the identity provider, which may renew the ID token, too."""
        idp = login.idp
        assert idp is not None
        provider = _endpoint_of(idp, login.ca_file)
        if idp.refresh:
            fresh = await provider.refresh(idp.refresh, scope="", resource="")
            learn_secrets(fresh.secrets)
            idp = replace(idp, id_token=fresh.identity or idp.id_token, refresh=fresh.refresh)
            self._keep(replace(login, idp=idp))
        server = _endpoint_of(login, login.ca_file)
        chain = IdentityChain(provider, server, login.issuer, login.resource)
        return replace(login, token=await chain.token(idp.id_token, scope=token.scope), idp=idp)

    def trusting(self, ca_file: str) -> StoredSource:
        del ca_file  # a login keeps the file that it was made with
        return self

    def _keep(self, login: Login) -> None:
        """A rotated refresh token that is not kept signs the user out, so that is said."""
        try:
            self.store.renewed(login)
        except McptestError as trouble:
            raise SignInError(trouble.code, trouble.message, hint=trouble.hint) from trouble


def _endpoint_of(login: Login | ProviderLogin, ca_file: str | None) -> TokenEndpoint:
    return TokenEndpoint(login.token_endpoint, login.client, Fetcher(ca_file), login.methods)


def _now() -> float:
    import time

    return time.time()
