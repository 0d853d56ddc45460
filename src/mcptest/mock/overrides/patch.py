"""Change a message by JSON pointer: add, remove, replace; ``*`` matches every item."""

from __future__ import annotations

from copy import deepcopy

from mcptest.model.json import Json
from mcptest.model.record import record

OPERATIONS = ("add", "remove", "replace")


@record
class Patch:
    """One operation; a place that a message does not have leaves the message as it is."""

    op: str
    path: tuple[str, ...]
    value: Json = None


def parse_pointer(text: str) -> tuple[str, ...]:
    """``/result/tools/0`` in its parts.

    Raises: ValueError.
    """
    if not text.startswith("/"):
        raise ValueError("a path must start with a slash")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in text[1:].split("/"))


def apply_patch(message: Json, patch: Patch) -> Json:
    """A changed copy."""
    copy = deepcopy(message)
    for parent in _parents(copy, patch.path[:-1]):
        _change(parent, patch.path[-1], patch)
    return copy


def _parents(value: Json, path: tuple[str, ...]) -> list[Json]:
    found = [value]
    for step in path:
        found = [child for parent in found for child in _children(parent, step)]
    return found


def _children(parent: Json, step: str) -> list[Json]:
    if isinstance(parent, dict):
        if step == "*":
            return list(parent.values())
        return [parent[step]] if step in parent else []
    if isinstance(parent, list):
        return [parent[index] for index in _indices(parent, step)]
    return []


def _indices(parent: list[Json], step: str) -> list[int]:
    if step == "*":
        return list(range(len(parent)))
    return [int(step)] if step.isdecimal() and int(step) < len(parent) else []


def _change(parent: Json, last: str, patch: Patch) -> None:
    if isinstance(parent, dict):
        _change_member(parent, last, patch)
    elif isinstance(parent, list):
        _change_element(parent, last, patch)


def _change_member(parent: dict[str, Json], last: str, patch: Patch) -> None:
    names = list(parent) if last == "*" else [last]
    for name in names:
        if patch.op == "remove":
            parent.pop(name, None)
        elif patch.op == "add" or name in parent:
            parent[name] = deepcopy(patch.value)


def _change_element(parent: list[Json], last: str, patch: Patch) -> None:
    if patch.op == "add":
        if last == "-":
            parent.append(deepcopy(patch.value))
        elif last.isdecimal():
            parent.insert(int(last), deepcopy(patch.value))
        return
    for index in reversed(_indices(parent, last)):
        if patch.op == "remove":
            del parent[index]
        else:
            parent[index] = deepcopy(patch.value)
