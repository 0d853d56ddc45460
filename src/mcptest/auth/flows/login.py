"""Log a person in: discover, get a client id, open the browser, store the tokens."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack

from mcptest.auth.discovery.discover import Discovery, discover
from mcptest.auth.discovery.documents import ServerDocument
from mcptest.auth.fetch import Fetcher
from mcptest.auth.flows.code_flow import CodeFlow, require_code_flow
from mcptest.auth.flows.device import DeviceFlow, DevicePrompt
from mcptest.auth.flows.grants import endpoint_of
from mcptest.auth.flows.loopback import listen_for_redirect
from mcptest.auth.flows.registration import ClientChoice, choose_client
from mcptest.auth.saved_logins.login import Login
from mcptest.auth.settings import AuthClient
from mcptest.auth.sign_in import usable
from mcptest.auth.tokens import Token
from mcptest.model.record import record
from mcptest.model.redaction import learn_secrets
from mcptest.model.spec_version import SpecVersion

_FORGIVEN = frozenset(("request", "challenge", "client", "scope"))


@record(kw_only=True)
class LoginRequest:
    """What the user asked for."""

    url: str
    client: ClientChoice
    scope: str | None = None
    resource: str | None = None
    issuer: str | None = None
    version: SpecVersion | None = None
    device: bool = False
    port: int = 0
    seconds: float = 300.0
    ca_file: str | None = None


@record
class Stage:
    """How the person is spoken to; each gets a line, an address or a code."""

    say: Callable[[str], None]
    open_address: Callable[[str], None]
    show_code: Callable[[DevicePrompt], None]


async def log_in(request: LoginRequest, stage: Stage, fetcher: Fetcher) -> Login:
    """Raises: SignInError, UsageError."""
    found = await discover(
        request.url, fetcher=fetcher, version=request.version, issuer=request.issuer
    )
    without = _FORGIVEN | {"pkce"} if request.device else _FORGIVEN
    usable(found, without=without)
    stage.say(f"issuer     {found.issuer}")
    client, token, server = await _with_person(request, stage, fetcher, found)
    learn_secrets((*token.secrets, *filter(None, [client.secret])))
    return Login(
        url=request.url,
        issuer=server.issuer,
        token_endpoint=server.endpoint("token"),
        resource=request.resource or found.indicator,
        client=client,
        token=token,
        methods=server.methods,
        ca_file=request.ca_file,
    )


async def _with_person(
    request: LoginRequest, stage: Stage, fetcher: Fetcher, found: Discovery
) -> tuple[AuthClient, Token, ServerDocument]:
    scope = found.scope if request.scope is None else request.scope
    resource = request.resource or found.indicator
    async with AsyncExitStack() as stack:
        if request.device:
            assert found.server is not None
            server, redirect = found.server, None
        else:
            server = require_code_flow(found)
            redirect = await stack.enter_async_context(listen_for_redirect(request.port))
        client, told = await choose_client(
            request.client,
            server,
            redirect=redirect.url if redirect else None,
            scope=scope,
            fetcher=fetcher,
        )
        stage.say(f"client     {told}")
        endpoint = endpoint_of(server, client, fetcher)
        if redirect is None:
            device = DeviceFlow(server, endpoint, scope, resource)
            token = await device.run(stage.show_code, seconds=request.seconds)
        else:
            flow = CodeFlow(server, endpoint, redirect, scope, resource)
            learn_secrets((flow.pkce.verifier, flow.state))
            token = await flow.run(stage.open_address, seconds=request.seconds)
    return client, token, server
