"""Options for the results of a command: the format, the reports and how much is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from mcptest.cli.help import options_of
from mcptest.cli.invocation import Invocation
from mcptest.cli.options import apply_options
from mcptest.cli.output.reports import FORMAT_NAMES, Output

R = TypeVar("R")
_output = options_of("Output")


def output_options(function: Callable[..., R]) -> Callable[..., R]:
    """Where the result goes; the command gets ``output: Output``."""
    return output_options_with("every check and finding")(function)


def output_options_with(listed: str) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """The same, with what ``-v`` lists; nothing where it changes nothing."""
    return lambda function: _output_options(function, listed)


def _output_options(function: Callable[..., R], listed: str) -> Callable[..., R]:
    decorators = [
        _output(
            "--format",
            "format_name",
            type=click.Choice(FORMAT_NAMES),
            default="text",
            show_default=True,
            help="Print the results in this format.",
        ),
        _output(
            "--report",
            "reports",
            multiple=True,
            metavar="FORMAT=PATH",
            help="Write a report to a file, for example junit=report.xml.",
        ),
        _output(
            "-v",
            "--verbose",
            is_flag=True,
            help=f"Show {listed} (text format).",
            hidden=not listed,
        ),
        _output("--no-color", is_flag=True, help="Print plain text without colors."),
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

    return apply_options(decorators, wrapper)


def _started_by(ctx: click.Context) -> list[str]:
    """The files and words of the command line that name the server, the most telling first."""
    files = [ctx.params.get(name) for name in ("from_suite", "mcp_config")]
    invocation = ctx.find_object(Invocation)
    command = invocation.server_command if invocation else None
    return [*(str(file) for file in files if file), *(command or ())]


def compare_option(function: Callable[..., R]) -> Callable[..., R]:
    """What changed since an earlier run; stands above ``output_options``, which takes it."""
    option: Callable[[Any], Callable[..., R]] = _output(
        "--compare",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Show what changed since this saved run (text, html and markdown formats only).",
    )
    return option(function)
