"""``--hint`` and ``--hints``: fixtures for rules without a suite."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from mcptest.compliance.hint_values import load_hints, merged, parse_hints
from mcptest.model.redaction import learn_secrets

R = TypeVar("R")


def hint_options(function: Callable[..., R]) -> Callable[..., R]:
    """The command gets ``hints``; what is typed wins over the file."""

    @click.option(
        "--hint",
        "typed",
        metavar="KEY=VALUE",
        multiple=True,
        help="Give rules a fixture, for example slow_tool=sleep.",
    )
    @click.option(
        "--hints",
        "file",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Read fixtures from this file (see `mcptest compliance hints`).",
    )
    @wraps(function)
    def wrapped(*, typed: tuple[str, ...], file: Path | None, **said: Any) -> R:
        hints = merged(load_hints(file) if file else {}, parse_hints(typed))
        tokens = hints.get("tokens")
        learn_secrets(str(each) for each in (tokens.values() if isinstance(tokens, dict) else ()))
        return function(hints=hints, **said)

    return wrapped
