"""``--hint`` and ``--hints``: fixtures for rules and arguments for calls, without a suite."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from mcptest.compliance.hint_values import load_hints, merged, parse_hints
from mcptest.errors import UsageError
from mcptest.model.json import Json, JsonObject
from mcptest.model.redaction import learn_secrets
from mcptest.model.tool import ToolDescriptor

R = TypeVar("R")
_ARGUMENTS = "tool_args"


def hint_options(function: Callable[..., R]) -> Callable[..., R]:
    """The command gets ``hints``; what is typed wins over the file."""
    return _taking(
        function,
        parse_hints,
        hint="Set a fixture that some rules need, for example slow_tool=sleep.",
        hints="Read fixtures from this file (see `mcptest compliance hints`).",
    )


def argument_options(function: Callable[..., R]) -> Callable[..., R]:
    """The same for a command that checks no rules: of all fixtures, it uses ``tool_args``."""
    return _taking(
        function,
        _typed_arguments,
        hint="Call a tool with these arguments, a JSON object: "
        'tool_args.search=\'{"query": "alpha"}\'.',
        hints="Read the arguments from tool_args in this file.",
    )


def warn_of_unknown(given: Mapping[str, JsonObject], tools: Iterable[ToolDescriptor]) -> None:
    """Arguments for a tool that the server does not have are most likely a typo."""
    offered = {tool.name for tool in tools}
    for name in given:
        if name not in offered:
            words = f'tool_args names "{name}", but the server has no such tool'
            click.echo(f"warning: {words}", err=True)


def _taking(
    function: Callable[..., R],
    parse: Callable[[Iterable[str]], dict[str, Json]],
    *,
    hint: str,
    hints: str,
) -> Callable[..., R]:
    @click.option("--hint", "typed", metavar="KEY=VALUE", multiple=True, help=hint)
    @click.option("--hints", "file", metavar="FILE", type=click.Path(path_type=Path), help=hints)
    @wraps(function)
    def wrapped(*, typed: tuple[str, ...], file: Path | None, **said: Any) -> R:
        hints = merged(load_hints(file) if file else {}, parse(typed))
        tokens = hints.get("tokens")
        learn_secrets(str(each) for each in (tokens.values() if isinstance(tokens, dict) else ()))
        return function(hints=hints, **said)

    return wrapped


def _typed_arguments(words: Iterable[str]) -> dict[str, Json]:
    """Raises: UsageError for a fixture that this command would not use."""
    hints = parse_hints(words)
    for name in hints:
        if name != _ARGUMENTS:
            raise UsageError(
                "hint-unused",
                f"--hint {name} has no effect in this command, which uses only {_ARGUMENTS}",
                hint="give fixtures for rules to `mcptest audit` or `mcptest compliance run`",
            )
    return hints
