"""Which calls of a session belong together: mutating calls, and calls that use a response."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.recording.suite.observed import Observed, ObservedCall
from mcptest.scaffold.stability import step

_SHORTEST: Final = 6
_SMALLEST: Final = 1_000


@record
class Captured:
    """A value of one answer that a later call sends."""

    source: int
    path: str
    value: str | int
    name: str


def captures_of(calls: list[ObservedCall]) -> list[Captured]:
    """Every value that one answer gave and a later call used, the first use of each."""
    found: dict[str, Captured] = {}
    given: dict[str, tuple[int, str, str | int]] = {}
    for number, call in enumerate(calls):
        for _, value in leaves(call.arguments, ""):
            source = given.get(_spelt(value))
            if source is not None and _spelt(value) not in found:
                name = _name(source[1], {each.name for each in found.values()})
                found[_spelt(value)] = Captured(*source, name)
        known = {_spelt(value) for _, value in leaves(call.arguments, "")}
        structured = (call.result or {}).get("structuredContent")
        for path, value in leaves(structured, "result.structuredContent"):
            if _telling(value) and _spelt(value) not in known:
                given.setdefault(_spelt(value), (number, path, value))
    return list(found.values())


def linked(calls: list[ObservedCall], observed: Observed, captures: list[Captured]) -> set[int]:
    """The calls that only make sense in their order; a lone one does not need another."""
    first = next((at for at, call in enumerate(calls) if observed.mutates(call)), len(calls))
    found = set(range(first, len(calls)))
    values = {_spelt(one.value) for one in captures}
    for number, call in enumerate(calls):
        if any(_spelt(value) in values for _, value in leaves(call.arguments, "")):
            found.add(number)
    found |= {one.source for one in captures}
    return found if len(found) > 1 else set()


def with_references(arguments: JsonObject, captures: list[Captured]) -> Json:
    """The arguments with ``${name}`` for what an earlier answer gave."""
    names = {_spelt(one.value): one.name for one in captures}

    def replaced(value: Json) -> Json:
        if isinstance(value, dict):
            return {key: replaced(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [replaced(inner) for inner in value]
        name = names.get(_spelt(value)) if isinstance(value, str | int) else None
        return value if name is None else f"${{{name}}}"

    return replaced(arguments)


def leaves(value: Json, path: str) -> Iterator[tuple[str, str | int]]:
    """Every text and whole number, with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, path + step(key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, f"{path}[{index}]")
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield path, value


def _telling(value: str | int) -> bool:
    """Long enough that it is not the same by chance."""
    if isinstance(value, int):
        return abs(value) >= _SMALLEST
    return len(value) >= _SHORTEST


def _spelt(value: str | int) -> str:
    return json.dumps(value)


def _name(path: str, taken: set[str]) -> str:
    """After the member that holds the value."""
    words = "".join(char if char.isalnum() else " " for char in path).split()
    plain = [word for word in words if not word.isdigit()]
    name = plain[-1] if plain else "value"
    number = 2
    fresh = name
    while fresh in taken:
        fresh = f"{name}{number}"
        number += 1
    return fresh
