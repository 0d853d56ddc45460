"""Change a copy of a message at a path, in which a star is every item of a list or the last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any


def changed(
    message: Any,
    path: tuple[str, ...],
    act: Callable[[Any, str], None],
    *,
    last: bool = False,
    whole: bool = False,
) -> Any:
    """A copy in which ``act`` was done to the holder of each member that the path names.

    ``whole`` takes every object that the path before the last name leads to.
    """
    copy = deepcopy(message)
    reached = list(_follow(copy, path[:-1]))
    if whole:
        holders = [here for here in reached if isinstance(here, dict)]
    else:
        holders = [here for here in reached if _has(here, path[-1])]
    for holder in holders[-1:] if last else holders:
        act(holder, path[-1])
    return copy


def found(message: Any, path: tuple[str, ...]) -> list[Any]:
    """Everything that the path leads to."""
    return list(_follow(message, path))


def _follow(value: Any, path: tuple[str, ...]) -> Iterator[Any]:
    if not path:
        yield value
    elif path[0] == "*":
        for item in value if isinstance(value, list) else ():
            yield from _follow(item, path[1:])
    elif isinstance(value, dict) and path[0] in value:
        yield from _follow(value[path[0]], path[1:])


def _has(holder: Any, name: str) -> bool:
    if name == "*":
        return isinstance(holder, list) and bool(holder)
    return isinstance(holder, dict) and name in holder
