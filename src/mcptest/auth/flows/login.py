"""Log a person in: discover, get a client id, open the browser, store the tokens."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack

from mcptest.auth.discovery.discover import discover
from mcptest.auth.discovery.documents import ServerDocument
from mcptest.auth.discovery.given import DISCOVERED, GivenEndpoints
from mcptest.auth.fetch import Fetcher
from mcptest.auth.flows.code_flow import CodeFlow, require_code_flow
from mcptest.auth.flows.device import DeviceFlow, DevicePrompt
from mcptest.auth.flows.grants import endpoint_of
from mcptest.auth.flows.identity import IdentityChain, find_provider
from mcptest.auth.flows.loopback import listen_for_redirect
from mcptest.auth.flows.registration import ClientChoice, choose_client
from mcptest.auth.saved_logins.login import Login
from mcptest.auth.saved_logins.provider import ProviderLogin
from mcptest.auth.settings import AuthClient, IdentityProvider
from mcptest.auth.sign_in import usable
from mcptest.auth.tokens import Token
from mcptest.errors import SignInError
from mcptest.model.record import record
from mcptest.model.redaction import learn_secrets
from mcptest.model.spec_version import SpecVersion

_FORGIVEN = frozenset(("request", "challenge", "client", "scope"))
_OPENID = "openid offline_access"  # an ID token, and one that can be renewed


@record(kw_only=True)
class LoginRequest:
    """What the user asked for."""

    url: str
    client: ClientChoice
    scope: str | None = None
    resource: str | None = None
    issuer: str | None = None
    endpoints: GivenEndpoints = DISCOVERED
    version: SpecVersion | None = None
    device: bool = False
    port: int = 0
    seconds: float = 300.0
    ca_file: str | None = None
    idp: IdentityProvider | None = None


@record
class Stage:
    """How the person is spoken to; each gets a line, an address or a code."""

    say: Callable[[str], None]
    open_address: Callable[[str], None]
    show_code: Callable[[DevicePrompt], None]


async def log_in(request: LoginRequest, stage: Stage, fetcher: Fetcher) -> Login:
    """Raises: SignInError, UsageError."""
    found = await discover(
        request.url,
        fetcher=fetcher,
        version=request.version,
        issuer=request.issuer,
        given=request.endpoints,
    )
    without = _FORGIVEN | {"pkce"} if request.device or request.idp else _FORGIVEN
    server = usable(found, without=without).server
    assert server is not None
    stage.say(f"issuer     {server.issuer or 'unknown; pass --issuer to check it'}")
    signing = _Signing(request, stage, fetcher)
    scope = found.scope if request.scope is None else request.scope
    resource = request.resource or found.indicator
    if request.idp is not None:
        client, token, idp = await signing.vouched(server, request.idp, scope, resource)
    else:
        client, token = await signing.person(server, request.client, scope, resource)
        idp = None
    learn_secrets((*token.secrets, *filter(None, [client.secret])))
    return Login(
        url=request.url,
        issuer=server.issuer,
        token_endpoint=server.endpoint("token"),
        resource=resource,
        client=client,
        token=token,
        methods=server.methods,
        ca_file=request.ca_file,
        idp=idp,
    )


@record
class _Signing:
    """One login, at the server's own authorization server or at an identity provider."""

    request: LoginRequest
    stage: Stage
    fetcher: Fetcher

    async def person(
        self, server: ServerDocument, choice: ClientChoice, scope: str, resource: str
    ) -> tuple[AuthClient, Token]:
        async with AsyncExitStack() as stack:
            redirect = None
            if not self.request.device:
                require_code_flow(server)
                listener = listen_for_redirect(self.request.port)
                redirect = await stack.enter_async_context(listener)
            client, told = await choose_client(
                choice,
                server,
                redirect=redirect.url if redirect else None,
                scope=scope,
                fetcher=self.fetcher,
            )
            self.stage.say(f"client     {told}")
            endpoint = endpoint_of(server, client, self.fetcher)
            if redirect is None:
                device = DeviceFlow(server, endpoint, scope, resource)
                token = await device.run(self.stage.show_code, seconds=self.request.seconds)
            else:
                flow = CodeFlow(server, endpoint, redirect, scope, resource)
                learn_secrets((flow.pkce.verifier, flow.state))
                token = await flow.run(self.stage.open_address, seconds=self.request.seconds)
        return client, token

    async def vouched(
        self, server: ServerDocument, idp: IdentityProvider, scope: str, resource: str
    ) -> tuple[AuthClient, Token, ProviderLogin]:
        """Sign in at the identity provider, which then vouches for the person to the server."""
        chosen = self.request.client
        if not server.issuer:
            words = "an identity provider vouches only to a known issuer"
            raise SignInError("auth-no-metadata", words, hint="Pass it with --issuer.")
        if chosen.client_id is None:
            words = f"an identity provider vouches only for a client that {server.issuer} knows"
            raise SignInError("auth-no-client", words, hint="Pass its id with --client-id.")
        client = AuthClient(chosen.client_id, chosen.client_secret)
        provider = await find_provider(idp, self.fetcher)
        self.stage.say(f"identity   {provider.issuer}")
        own = ClientChoice(idp.client.id, idp.client.secret)
        _, signed = await self.person(provider, own, _OPENID, "")
        learn_secrets((*signed.secrets, *idp.secrets))
        if signed.identity is None:
            words = f"{provider.issuer} signed you in without an ID token"
            raise SignInError("auth-denied", words, hint="Allow the scope openid for the client.")
        at_provider = endpoint_of(provider, idp.client, self.fetcher)
        at_server = endpoint_of(server, client, self.fetcher)
        chain = IdentityChain(at_provider, at_server, server.issuer, resource)
        token = await chain.token(signed.identity, scope=scope)
        kept = ProviderLogin(
            issuer=provider.issuer,
            token_endpoint=provider.endpoint("token"),
            client=idp.client,
            id_token=signed.identity,
            refresh=signed.refresh,
            methods=provider.methods,
        )
        return client, token, kept
