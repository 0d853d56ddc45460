"""Flags that several commands share, and the values they become."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from mcptest.cli.invocation import Invocation
from mcptest.cli.output.reports import FORMAT_NAMES, Output
from mcptest.suite.duration import parse_duration

R = TypeVar("R")

_WHICH = (
    "\b\n    Specify the server with exactly one of -- COMMAND [ARG...], --url,\n"
    "    --from-suite and --mcp-config."
)


_ENV = "Set an environment variable for COMMAND (K=V), or inherit it (NAME)."


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


def server_options(function: Callable[..., R]) -> Callable[..., R]:
    """Every way to say which server; the command gets ``server: ServerChoice``."""
    decorators = [
        click.option("--url", metavar="URL", help="Connect to the server at this URL."),
        click.option(
            "--from-suite",
            metavar="FILE",
            type=click.Path(),
            help="Read the server from this suite.",
        ),
        click.option(
            "--mcp-config",
            metavar="FILE",
            type=click.Path(),
            help="Read the server from an MCP client config (Claude Desktop, Cursor, VS Code).",
        ),
        click.option(
            "--server", metavar="NAME", help="Use this server if the file defines several."
        ),
        click.option("--env", multiple=True, metavar="K=V|NAME", help=_ENV),
        click.option("--cwd", metavar="DIR", help="Run COMMAND in this directory."),
        click.option(
            "--header",
            multiple=True,
            metavar="'K: V'",
            help="Send this HTTP header with every request.",
        ),
        click.option(
            "--bearer-env",
            metavar="VAR",
            help="Send the bearer token stored in this environment variable.",
        ),
        *_oauth_options(),
        click.option("--ca-file", metavar="FILE", help="Trust the CA certificates in this file."),
        click.option(
            "--timeout",
            type=DurationType(),
            help="Time out each request after this long (default: 30s).",
        ),
        click.option("--spec-version", metavar="V", help="Use exactly this revision of MCP."),
    ]

    @wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> R:
        names = ["url", "from_suite", "mcp_config", "server", "env", "cwd", "header", "bearer_env"]
        names += ["oauth", "client_id", "client_id_env", "client_secret_env", "refresh_token_env"]
        names += ["scope", "ca_file", "timeout", "spec_version"]
        said = {name: kwargs.pop(name) for name in names}
        from mcptest.cli.servers import ServerChoice

        invocation = click.get_current_context().find_object(Invocation)
        assert invocation is not None
        choice = ServerChoice(command=invocation.server_command, **said)
        return function(*args, server=choice, **kwargs)

    wrapper.__doc__ = f"{function.__doc__}\n\n    {_WHICH}"
    return _apply(decorators, wrapper)


def _oauth_options() -> list[Callable[[Any], Any]]:
    return [
        click.option(
            "--oauth",
            type=click.Choice(["client-credentials", "refresh-token", "stored"]),
            help="Get a token with this OAuth grant; stored uses the tokens of `mcptest login`.",
        ),
        click.option("--client-id", metavar="ID", help="Use this OAuth client."),
        click.option(
            "--client-id-env", metavar="VAR", help="Read the OAuth client id from this variable."
        ),
        click.option(
            "--client-secret-env",
            metavar="VAR",
            help="Read the OAuth client secret from this variable.",
        ),
        click.option(
            "--refresh-token-env", metavar="VAR", help="Read the refresh token from this variable."
        ),
        click.option(
            "--scope",
            metavar="S",
            help="Request this OAuth scope (default: the scope that the server asks for).",
        ),
    ]


def output_options(function: Callable[..., R]) -> Callable[..., R]:
    """Where the result goes; the command gets ``output: Output``."""
    decorators = [
        click.option(
            "--format",
            "format_name",
            type=click.Choice(FORMAT_NAMES),
            default="text",
            show_default=True,
            help="Print the results in this format.",
        ),
        click.option(
            "--report",
            "reports",
            multiple=True,
            metavar="FORMAT=PATH",
            help="Write a report to a file, for example junit=report.xml.",
        ),
        click.option(
            "-v", "--verbose", is_flag=True, help="Show every test, rule and finding (text format)."
        ),
        click.option("--no-color", is_flag=True, help="Print plain text without colors."),
    ]

    @wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> R:
        output = Output.of(
            kwargs.pop("format_name"),
            kwargs.pop("reports"),
            no_color=kwargs.pop("no_color"),
            verbose=kwargs.pop("verbose"),
            started_by=_started_by(click.get_current_context()),
            compare=kwargs.pop("compare", None),
        )
        return function(*args, output=output, **kwargs)

    return _apply(decorators, wrapper)


def _started_by(ctx: click.Context) -> list[str]:
    """The files and words of the command line that name the server, the most telling first."""
    files = [ctx.params.get(name) for name in ("from_suite", "mcp_config")]
    invocation = ctx.find_object(Invocation)
    command = invocation.server_command if invocation else None
    return [*(str(file) for file in files if file), *(command or ())]


def compare_option(function: Callable[..., R]) -> Callable[..., R]:
    """What changed since an earlier run; stands above ``output_options``, which takes it."""
    return click.option(
        "--compare",
        metavar="RUN.json",
        type=click.Path(path_type=Path),
        help="Show what changed since this saved run (text, html and markdown formats only).",
    )(function)


def safety_options(function: Callable[..., R]) -> Callable[..., R]:
    """What generated calls may do; the command gets every knob, None where nothing was said."""
    decorators = [
        click.option(
            "--execute-destructive", is_flag=True, help="Call destructive tools too, once each."
        ),
        click.option(
            "--max-calls",
            type=click.IntRange(min=0),
            metavar="N",
            help="Make at most this many generated calls.",
        ),
        click.option(
            "--concurrency",
            type=click.IntRange(1, 64),
            metavar="N",
            help="Make this many generated calls at once (default: 2).",
        ),
        click.option(
            "--call-delay",
            type=DurationType(zero=True),
            help="Pause this long between HTTP calls (default: 100ms, 0 on loopback).",
        ),
        click.option(
            "--call-only",
            type=click.Choice(["presumed", "declared", "none"]),
            help=(
                "Choose the tools to call: presumed (all except destructive ones), declared (only "
                "those with readOnlyHint: true) or none (default: presumed)."
            ),
        ),
        click.option(
            "--fuzz-presumed",
            is_flag=True,
            help="Fuzz tools even if it is unclear whether they only read data.",
        ),
    ]
    return _apply(decorators, function)


def _apply(
    decorators: Sequence[Callable[[Any], Any]], function: Callable[..., R]
) -> Callable[..., R]:
    for decorator in reversed(decorators):
        function = decorator(function)
    return function
