"""Sign in to a server that uses OAuth."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import click

from mcptest.cli.help import HelpCommand
from mcptest.cli.options import DurationType
from mcptest.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from mcptest.auth.discovery.given import GivenEndpoints
    from mcptest.auth.flows.device import DevicePrompt
    from mcptest.auth.saved_logins.login import Login
    from mcptest.auth.saved_logins.store import LoginStore
    from mcptest.auth.settings import IdentityProvider
    from mcptest.model.json import JsonObject


@click.command(
    "login",
    cls=HelpCommand,
    examples=[
        "mcptest login https://notes.example/mcp",
        "mcptest login https://notes.example/mcp --device --scope notes:read",
        "mcptest login --list",
    ],
)
@click.argument("url", required=False)
@click.option("--list", "listing", is_flag=True, help="List the stored logins.")
@click.option("--device", is_flag=True, help="Show a code to enter in a browser on any machine.")
@click.option("--no-browser", is_flag=True, help="Print the URL instead of opening a browser.")
@click.option("--client-id", metavar="ID", help="Use this registered client.")
@click.option(
    "--client-secret-env",
    metavar="VAR",
    help="Read the client secret from this environment variable.",
)
@click.option(
    "--client-document", metavar="URL", help="Use this client ID metadata document as the client."
)
@click.option(
    "--scope", metavar="S", help="Request this scope (default: the scope that the server asks for)."
)
@click.option("--resource", metavar="URL", help="Request a token for this resource.")
@click.option("--issuer", metavar="URL", help="Use this authorization server.")
@click.option(
    "--authorization-endpoint",
    metavar="URL",
    help="Open this URL instead of the discovered endpoint.",
)
@click.option(
    "--token-endpoint",
    metavar="URL",
    help="Get tokens from this URL instead of the discovered endpoint.",
)
@click.option(
    "--registration-endpoint",
    metavar="URL",
    help="Register the client at this URL instead of the discovered endpoint.",
)
@click.option(
    "--idp", metavar="URL", help="Use this identity provider to sign in (its issuer URL)."
)
@click.option("--idp-client-id", metavar="ID", help="Use this client at the identity provider.")
@click.option(
    "--idp-client-secret-env",
    metavar="VAR",
    help="Read the secret for the identity provider from this environment variable.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    default=0,
    help="Listen for the redirect on this port, at /callback (default: a free port).",
)
@click.option(
    "--store",
    type=click.Choice(["keyring", "file"]),
    help="Store the login here (default: the keyring if available, otherwise a private file).",
)
@click.option(
    "--timeout",
    type=DurationType(),
    default=300.0,
    help="Stop waiting for the browser after this long (default: 5m).",
)
@click.option(
    "--spec-version", metavar="V", help="Use the authorization discovery of this revision."
)
@click.option("--ca-file", metavar="FILE", help="Trust the CA certificates in this file.")
def command(
    *,
    url: str | None,
    listing: bool,
    device: bool,
    no_browser: bool,
    client_id: str | None,
    client_secret_env: str | None,
    client_document: str | None,
    scope: str | None,
    resource: str | None,
    issuer: str | None,
    port: int,
    store: str | None,
    timeout: float,
    spec_version: str | None,
    ca_file: str | None,
    **named: str | None,
) -> int:
    """Sign in with a browser and store the tokens.

    Every command then uses the login for this URL. Tokens are stored in the system keyring, or in
    a file that only you can read.
    """
    from mcptest.auth.fetch import Fetcher
    from mcptest.auth.flows.login import LoginRequest, Stage, log_in
    from mcptest.auth.flows.registration import ClientChoice
    from mcptest.auth.saved_logins.store import default_store
    from mcptest.cli.servers import check_address
    from mcptest.interruption.signals import run_interruptible
    from mcptest.plan.revision import parse_version
    from mcptest.wire.target import HttpTarget

    logins = default_store()
    if listing:
        return _list(logins)
    if url is None:
        raise UsageError("server-choice", "specify the URL of the server, or --list")
    check_address(HttpTarget(url))
    kind = logins.choose(store)
    request = LoginRequest(
        url=url,
        client=ClientChoice(client_id, _secret(client_secret_env), client_document),
        scope=scope,
        resource=resource,
        issuer=issuer,
        endpoints=_endpoints(**named),
        version=parse_version(spec_version) if spec_version else None,
        device=device,
        port=port,
        seconds=timeout,
        ca_file=ca_file,
        idp=_provider(**named),
    )
    stage = Stage(_say, _print_address if no_browser else _open_address, _show_code)
    login, interrupted = run_interruptible(log_in(request, stage, Fetcher(ca_file)))
    logins.keep(login, kind)
    _tell(login, kind, logins)
    return interrupted.exit_code or ExitCode.OK


def _endpoints(
    *,
    authorization_endpoint: str | None,
    token_endpoint: str | None,
    registration_endpoint: str | None,
    **_: str | None,
) -> GivenEndpoints:
    from mcptest.auth.discovery.given import given_endpoints

    return given_endpoints(authorization_endpoint, token_endpoint, registration_endpoint)


def _provider(
    *,
    idp: str | None,
    idp_client_id: str | None,
    idp_client_secret_env: str | None,
    **_: str | None,
) -> IdentityProvider | None:
    from mcptest.auth.settings import AuthClient, IdentityProvider

    if (idp is None) != (idp_client_id is None):
        raise UsageError("server-oauth", "--idp and --idp-client-id require each other")
    if idp is None or idp_client_id is None:
        return None
    secret = _secret(idp_client_secret_env, "--idp-client-secret-env")
    return IdentityProvider(idp, AuthClient(idp_client_id, secret))


def _secret(variable: str | None, option: str = "--client-secret-env") -> str | None:
    if variable is None:
        return None
    found = os.environ.get(variable)
    if not found:
        words = f"the environment variable {variable} ({option}) is not set"
        raise UsageError("server-token-unset", words)
    return found


def _say(text: str) -> None:
    print(text, flush=True)


def _print_address(address: str) -> None:
    print(f"Open this URL in a browser on this machine:\n\n  {address}\n", flush=True)


def _open_address(address: str) -> None:
    import webbrowser

    if not webbrowser.open(address):
        _print_address(address)
        return
    print("Waiting for the browser. If it did not open, use --no-browser.", flush=True)


def _show_code(prompt: DevicePrompt) -> None:
    print(f"Open {prompt.address} and enter the code {prompt.code}", flush=True)
    if prompt.complete:
        print(f"or open {prompt.complete}", flush=True)


def _tell(login: Login, kind: str, store: LoginStore) -> None:
    from mcptest.wire.http.jwt import rough

    token = login.token
    scope = f'scope "{token.scope}"' if token.scope else "no scope"
    ends = "no end given" if token.expires is None else rough(token.expires - time.time())
    renewable = "renewable" if login.renewable else "not renewable"
    print(f"signed in  {scope}, for {login.resource}, {ends}, {renewable}")
    print(f"stored     in {'the keyring' if kind == 'keyring' else store.path}")


def _list(store: LoginStore) -> int:
    entries = store.listed()
    if not entries:
        print("There are no stored logins.", file=sys.stderr)
    for entry in entries:
        print(_line(entry))
    return ExitCode.OK


def _line(entry: JsonObject) -> str:
    from mcptest.wire.http.jwt import rough

    ends = entry.get("expires")
    known = isinstance(ends, (int, float)) and not isinstance(ends, bool)
    left = float(ends) - time.time() if known else 0.0  # type: ignore[arg-type]
    age = "no end given" if not known else rough(left) if left > 0 else "expired"
    more = ", renewable" if entry.get("renewable") else ""
    issuer = entry.get("issuer") or "issuer unknown"
    return f"{entry.get('url')}  {issuer}  {age}{more}  {entry.get('store')}"


SECTION = "Explore a server"
COMMAND = command
