"""Compare two responses: assert equal values by value, the rest by type and pattern."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mcptest.match.normalise import normalise, normalise_text
from mcptest.model.json import Json, JsonObject, json_type, same_json
from mcptest.model.redaction import Redactor
from mcptest.scaffold.volatile import follows_clock, volatile_pattern

_SMALL: Final = 200
_LONG_TEXT: Final = 300
_LONG_LINE: Final = 120
_SHORTEST_ECHO: Final = 3
_DEEPEST: Final = 4
_ITEMS: Final = 3
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class Assertion:
    target: str
    matcher: JsonObject

    def entry(self) -> JsonObject:
        return {"target": self.target, "matcher": self.matcher}


def compare(target: str, first: Json, second: Json, depth: int = 0) -> Iterator[Assertion]:
    """Seen twice: the same is pinned, the rest is described."""
    if same_json(first, second) and is_stable(first) and _size(first) <= _SMALL:
        yield Assertion(target, {"exact": first})
    elif isinstance(first, str) and isinstance(second, str):
        yield from _compare_texts(target, first, second)
    elif isinstance(first, dict) and isinstance(second, dict) and depth < _DEEPEST:
        yield Assertion(target, {"type": "object"})
        for key in first:
            if key in second:
                yield from _compare_members(target + step(key), key, (first, second), depth)
    elif isinstance(first, list) and isinstance(second, list) and depth < _DEEPEST:
        yield from _compare_lists(target, first, second, depth)
    else:
        yield _typed(target, first, second)


def _compare_members(
    target: str, key: str, both: tuple[JsonObject, JsonObject], depth: int
) -> Iterator[Assertion]:
    """A number tells by its key alone that it is a time; a weekday, by the time beside it."""
    first, second = both[0][key], both[1][key]
    timed = isinstance(first, int | float) and not is_stable({key: first})
    scalar = not isinstance(first, dict | list)
    if timed or (scalar and any(follows_clock(key, one) for one in both)):
        yield _typed(target, first, second)
    else:
        yield from compare(target, first, second, depth + 1)


def describe(target: str, value: Json, arguments: Json, depth: int = 0) -> Iterator[Assertion]:
    """Seen once: types and shapes; a value only where it echoes an argument."""
    if isinstance(value, dict) and depth < _DEEPEST:
        yield Assertion(target, {"type": "object"})
        for key, inner in value.items():
            yield from describe(target + step(key), inner, arguments, depth + 1)
    elif isinstance(value, str):
        yield from _echoes(target, value, arguments)
    else:
        yield _typed(target, value, value)


def is_stable(value: Json) -> bool:
    """Nothing in it looks like a time, an id or a secret."""
    text = json.dumps(value, ensure_ascii=False)
    return same_json(normalise(value), value) and Redactor().text(text) == text


def step(key: str) -> str:
    return f".{key}" if _NAME.fullmatch(key) else f"[{json.dumps(key, ensure_ascii=False)}]"


def _compare_texts(target: str, first: str, second: str) -> Iterator[Assertion]:
    if first == second and is_stable(first):
        line = first.splitlines()[0][:_LONG_LINE]
        telling = len(line.strip()) >= _SHORTEST_ECHO
        yield Assertion(target, {"starts-with": line} if telling else {"type": "string"})
        return
    template = normalise_text(first)
    if template == normalise_text(second) and len(template) <= _LONG_TEXT and is_stable(template):
        pattern = volatile_pattern(first)
        if pattern is not None:
            yield Assertion(target, {"regex": pattern})
            return
    lines = first.splitlines()
    if sorted(lines) == sorted(second.splitlines()) and is_stable(first):
        found: list[Json] = [line[:_LONG_LINE] for line in lines if line.strip()]
        yield Assertion(target, {"contains-all": found[:_ITEMS]})
    else:
        yield Assertion(target, {"type": "string"})


def _compare_lists(
    target: str, first: list[Json], second: list[Json], depth: int
) -> Iterator[Assertion]:
    if len(first) != len(second):
        yield Assertion(target, {"type": "array"})
        return
    yield Assertion(target, {"length": len(first)})
    if not same_json(first, second) and _sorted(first) == _sorted(second):
        if is_stable(first) and _size(first[:_ITEMS]) <= _SMALL:
            yield Assertion(target, {"contains-all": first[:_ITEMS]})
        return
    for index, (left, right) in enumerate(zip(first[:_ITEMS], second, strict=False)):
        yield from compare(f"{target}[{index}]", left, right, depth + 1)


def _echoes(target: str, value: str, arguments: Json) -> Iterator[Assertion]:
    said = [text for text in _texts(arguments) if len(text) >= _SHORTEST_ECHO and is_stable(text)]
    if value in said:
        yield Assertion(target, {"exact": value})
        return
    held = [text for text in said if text in value]
    yield Assertion(target, {"contains": max(held, key=len)} if held else {"type": "string"})


def _texts(arguments: Json) -> Iterator[str]:
    if isinstance(arguments, str):
        yield arguments
    elif isinstance(arguments, list):
        for item in arguments:
            yield from _texts(item)
    elif isinstance(arguments, dict):
        for item in arguments.values():
            yield from _texts(item)


def _typed(target: str, first: Json, second: Json) -> Assertion:
    kinds: list[Json] = list(dict.fromkeys((json_type(first), json_type(second))))
    if set(kinds) == {"integer", "number"}:
        kinds = ["number"]
    return Assertion(target, {"type": kinds[0] if len(kinds) == 1 else kinds})


def _sorted(items: list[Json]) -> list[str]:
    return sorted(json.dumps(item, sort_keys=True) for item in items)


def _size(value: Json) -> int:
    return len(json.dumps(value, ensure_ascii=False))
