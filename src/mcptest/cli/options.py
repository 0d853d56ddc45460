"""Flags that several commands share, and the values they become."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, ClassVar, TypeVar

import click

from mcptest.cli.help import options_of
from mcptest.cli.invocation import Invocation
from mcptest.model.spec_version import NEWEST_HANDSHAKE
from mcptest.model.stage_names import STAGE_ROOMS
from mcptest.suite.duration import parse_duration

R = TypeVar("R")

_WHICH = "Specify the server with one of -- COMMAND, --url, --from-suite or --mcp-config."
_calls = options_of("Generated calls")
_server = options_of("Server")
_authorization = options_of("Authorization")

_REVISION = (
    f"Use exactly this revision of MCP, such as 2025-06-18, or draft (default: "
    f"{NEWEST_HANDSHAKE.plain}, or the nearest that the server supports)."
)
GRADED_REVISION = (
    "Grade against exactly this revision of MCP, such as 2025-06-18, or draft (default: the newest "
    "that the server supports)."
)
NO_REVISION = ""  # the client or the page chooses it, so the option has no effect and is not shown
_ENV = "Set an environment variable (K=V), or inherit one (NAME), for COMMAND."


class DurationType(click.ParamType[float]):
    """``250ms``, ``30s``, ``2m``; a bare number is seconds."""

    name = "duration"

    def __init__(self, *, zero: bool = False) -> None:
        self._zero = zero

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, float):
            return value
        try:
            return parse_duration(str(value), zero=self._zero)
        except (ValueError, OverflowError) as error:
            self.fail(str(error), param, ctx)


class StageType(click.Choice[str]):
    """A stage of an audit by its name in the report; the name of its room works as well."""

    _ROOMS: ClassVar = STAGE_ROOMS

    def __init__(self, stages: Sequence[str]) -> None:
        shown = {room: name for name, room in self._ROOMS.items()}
        super().__init__([shown.get(stage, stage) for stage in stages])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in self._ROOMS.values():
            return str(value)
        name = super().convert(value, param, ctx)
        return self._ROOMS.get(name, name)


def server_options(function: Callable[..., R]) -> Callable[..., R]:
    """Every way to say which server; the command gets ``server: ServerChoice``."""
    return server_options_with(_REVISION)(function)


def server_options_with(revision: str) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """The same, with a help of its own for ``--spec-version``."""
    return lambda function: _server_options(function, revision)


def _server_options(function: Callable[..., R], revision: str) -> Callable[..., R]:
    decorators = [
        _server("--url", metavar="URL", help="Connect to the server at this URL."),
        _server(
            "--from-suite",
            metavar="FILE",
            type=click.Path(),
            help="Read the server from this suite.",
        ),
        _server(
            "--mcp-config",
            metavar="FILE",
            type=click.Path(),
            help="Read the server from an MCP client config (Claude Desktop, Cursor, VS Code).",
        ),
        _server("--server", metavar="NAME", help="Use this server if the file defines several."),
        _server("--env", multiple=True, metavar="K=V|NAME", help=_ENV),
        _server("--cwd", metavar="DIR", help="Run COMMAND in this directory."),
        _server(
            "--header",
            multiple=True,
            metavar="'K: V'",
            help="Send this HTTP header with every request.",
        ),
        _authorization(
            "--bearer-env",
            metavar="VAR",
            help="Send the bearer token stored in this environment variable.",
        ),
        *_oauth_options(),
        _authorization("--ca-file", metavar="FILE", help="Trust the CA certificates in this file."),
        _server(
            "--timeout",
            type=DurationType(),
            help="Time out each request after this long (default: 30s).",
        ),
        _server("--spec-version", metavar="V", help=revision, hidden=not revision),
    ]

    @wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> R:
        names = ["url", "from_suite", "mcp_config", "server", "env", "cwd", "header", "bearer_env"]
        names += ["oauth", "client_id", "client_id_env", "client_secret_env", "refresh_token_env"]
        names += ["scope", "idp", "idp_client_id", "idp_client_secret_env", "id_token_env"]
        names += ["ca_file", "timeout", "spec_version"]
        said = {name: kwargs.pop(name) for name in names}
        from mcptest.cli.servers import ServerChoice

        invocation = click.get_current_context().find_object(Invocation)
        assert invocation is not None
        choice = ServerChoice(command=invocation.server_command, **said)
        return function(*args, server=choice, **kwargs)

    wrapper.__doc__ = f"{function.__doc__}\n\n    {_WHICH}"
    return apply_options(decorators, wrapper)


def _oauth_options() -> list[Callable[[Any], Any]]:
    return [
        _authorization(
            "--oauth",
            type=click.Choice(
                ["client-credentials", "refresh-token", "enterprise-managed", "stored"]
            ),
            help="Get a token with this OAuth grant; stored uses the token from `mcptest login`.",
        ),
        _authorization("--client-id", metavar="ID", help="Use this OAuth client."),
        _authorization(
            "--client-id-env",
            metavar="VAR",
            help="Read the OAuth client ID from this environment variable.",
        ),
        _authorization(
            "--client-secret-env",
            metavar="VAR",
            help="Read the OAuth client secret from this environment variable.",
        ),
        _authorization(
            "--refresh-token-env",
            metavar="VAR",
            help="Read the refresh token from this environment variable.",
        ),
        _authorization(
            "--scope",
            metavar="S",
            help="Request this OAuth scope (default: the scope that the server asks for).",
        ),
        _authorization(
            "--idp", metavar="URL", help="Use this identity provider to sign in (its issuer URL)."
        ),
        _authorization(
            "--idp-client-id", metavar="ID", help="Use this client at the identity provider."
        ),
        _authorization(
            "--idp-client-secret-env",
            metavar="VAR",
            help="Read the secret for the identity provider from this environment variable.",
        ),
        _authorization(
            "--id-token-env",
            metavar="VAR",
            help="Read your ID token from this environment variable.",
        ),
    ]


def safety_options(function: Callable[..., R]) -> Callable[..., R]:
    """What generated calls may do; the command gets every knob, None where nothing was said."""
    decorators = [
        _calls(
            "--execute-destructive",
            is_flag=True,
            help="Make generated calls to destructive tools too, once each.",
        ),
        _calls(
            "--max-calls",
            type=click.IntRange(min=0),
            metavar="N",
            help="Make at most this many generated calls.",
        ),
        _calls(
            "--concurrency",
            type=click.IntRange(1, 64),
            metavar="N",
            help="Make this many generated calls at once (default: 2).",
        ),
        _calls(
            "--call-delay",
            type=DurationType(zero=True),
            help="Pause this long between HTTP calls (default: 100ms, 0 on loopback).",
        ),
        _calls(
            "--call-only",
            type=click.Choice(["presumed", "declared", "none"]),
            help=(
                "Choose the tools for generated calls. presumed: read-only and mutating tools, "
                "whether declared or presumed (default). declared: only those with readOnlyHint: "
                "true. none: no tool."
            ),
        ),
        _calls(
            "--fuzz-presumed",
            is_flag=True,
            help="Call and fuzz tools as often as needed even if they are only presumed to be "
            "read-only, because no annotation, name or description says whether they change "
            "anything. Without this, they are called once. Mutating tools are never fuzzed.",
        ),
    ]
    return apply_options(decorators, function)


def apply_options(
    decorators: Sequence[Callable[[Any], Any]], function: Callable[..., R]
) -> Callable[..., R]:
    for decorator in reversed(decorators):
        function = decorator(function)
    return function
