"""Values that one keyword of a schema forbids, the simplest first."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from mcptest.model.json import Json, JsonObject, json_type

_ALL_TYPES: Final = frozenset(("null", "boolean", "integer", "number", "string", "array", "object"))
# Words that no server should take for the type that was asked for, however helpful it is.
_STRANGERS: Final[dict[str, tuple[Json, ...]]] = {
    "string": (42, {"mcptest": True}),
    "integer": ("not a number", {"mcptest": True}),
    "number": ("not a number", {"mcptest": True}),
    "boolean": ("not a boolean", 42),
    "array": ("not a list", 42),
    "object": ("not an object", 42),
    "null": ("not null", 42),
}
_ANY_STRANGER: Final[tuple[Json, ...]] = ("mcptest", 42, True, ["mcptest"], {"mcptest": True})
_OFF_PATTERN: Final = ("", "!", "\u2603", "mcptest ~ mcptest", "0", "a")
_OUTSIDE: Final = "mcptest-none-of-these"
_LONGEST: Final = 1_000_000
_MOST_ITEMS: Final = 10_000


def accepted_types(ways: tuple[JsonObject, ...]) -> frozenset[str]:
    """The JSON types that some way takes, as far as its words tell."""
    found: frozenset[str] = frozenset()
    for way in ways:
        found |= _types_of(way)
    return found | {"integer"} if "number" in found else found


def _types_of(way: JsonObject) -> frozenset[str]:
    if "const" in way:
        return frozenset((json_type(way["const"]),))
    choices = way.get("enum")
    if isinstance(choices, list):
        return frozenset(map(json_type, choices))
    named = way.get("type")
    names = named if isinstance(named, list) else [named]
    known = frozenset(name for name in names if isinstance(name, str))
    return known or _ALL_TYPES


def of_wrong_type(ways: tuple[JsonObject, ...]) -> Iterator[Json]:
    accepted = accepted_types(ways)
    first = [value for name in _STRANGERS if name in accepted for value in _STRANGERS[name]]
    for value in (*first, *_ANY_STRANGER):
        if json_type(value) not in accepted:
            yield value


def outside_choices(way: JsonObject) -> Iterator[Json]:
    """Of the type of the choices, and none of them."""
    choices = [way["const"]] if "const" in way else way.get("enum")
    if not isinstance(choices, list):
        return
    numbers = [c for c in choices if isinstance(c, int | float) and not isinstance(c, bool)]
    if numbers:
        yield math.floor(max(numbers)) + 1
    yield _OUTSIDE
    yield from (True, False)


def below(way: JsonObject) -> Iterator[Json]:
    yield from _past(way, "minimum", "exclusiveMinimum", -1)


def above(way: JsonObject) -> Iterator[Json]:
    yield from _past(way, "maximum", "exclusiveMaximum", 1)


def _past(way: JsonObject, plain: str, exclusive: str, step: int) -> Iterator[Json]:
    """One past the bound, or the bound itself where it is not part of the range."""
    strict = way.get(exclusive)
    if _is_number(strict):
        yield strict
    edge = way.get(plain)
    if isinstance(edge, int | float) and _is_number(edge):
        if strict is True:
            yield edge
        yield edge + step


def off_multiple(way: JsonObject) -> Iterator[Json]:
    step = way.get("multipleOf")
    if isinstance(step, int | float) and _is_number(step):
        yield from (step + 1, step * 1.5, step / 2)


def too_long(way: JsonObject) -> Iterator[Json]:
    most = _count(way, "maxLength", _LONGEST)
    if most is not None:
        yield "x" * (most + 1)


def too_short(way: JsonObject) -> Iterator[Json]:
    least = _count(way, "minLength", _LONGEST)
    if least:
        yield "x" * (least - 1)


def off_pattern(way: JsonObject) -> Iterator[Json]:
    if isinstance(way.get("pattern"), str):
        yield from _OFF_PATTERN


def off_format(way: JsonObject) -> Iterator[Json]:
    form = way.get("format")
    if isinstance(form, str):
        yield f"not a {form[:40]} \u2603"


def too_many(way: JsonObject, items: list[Json]) -> Iterator[Json]:
    most = _count(way, "maxItems", _MOST_ITEMS)
    if most is not None:
        filler = items[-1:] or ["mcptest"]
        yield [*items, *filler * (most + 1 - len(items))]


def too_few(way: JsonObject, items: list[Json]) -> Iterator[Json]:
    least = _count(way, "minItems", _MOST_ITEMS)
    if least:
        yield items[: least - 1]


def repeated(way: JsonObject, items: list[Json]) -> Iterator[Json]:
    if way.get("uniqueItems") is True and items:
        yield [*items, items[0]]


def _count(way: JsonObject, word: str, most: int) -> int | None:
    value = way.get(word)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        return None
    return value


def _is_number(value: Json) -> bool:
    whole = isinstance(value, int | float) and not isinstance(value, bool)
    return whole and math.isfinite(value)  # type: ignore[arg-type]
