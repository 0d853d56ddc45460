"""Combine several matchers into one."""

from __future__ import annotations

from collections.abc import Iterable

from mcptest.match.argument import list_argument
from mcptest.match.bind import BindError, bind
from mcptest.match.matcher import Check
from mcptest.model.json import Json


def bind_each(wants: Json) -> tuple[Check, ...]:
    """Bind a list of matchers.

    Raises: BindError with the index of the one that is wrong.
    """
    checks = []
    for index, spec in enumerate(list_argument(wants)):
        try:
            checks.append(bind(spec))
        except BindError as error:
            raise error.below(f"/{index}") from None
    return tuple(checks)


def said_once(reasons: Iterable[str]) -> str:
    """Several reasons in one sentence; ten are enough, and none is given twice."""
    return "; ".join(list(dict.fromkeys(reasons))[:10])
