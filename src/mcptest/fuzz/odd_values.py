"""Values that have broken programs before, by JSON type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.schema.mutate_spots import Spot
from mcptest.schema.mutate_values import accepted_types

LARGE_TEXT: Final = 64 * 1024
_MOST_LENGTH: Final = 100_000
_MOST_ITEMS: Final = 1_000

TEXTS: Final[tuple[str, ...]] = (
    "", " ", "a", "0", "-1", "1.5", "1e999", "null", "None", "undefined", "true", "NaN",
    "\n", "a\nb", "\t", " a ", "'", '"', "\\", "`", "%", "%s%n", "${x}", "{{7*7}}", "{}", "[]",
    "<b>", "&amp;", ";", "|", "#", "*", "?", "..", "../../x", "/", "a/b", "a\0b", "\x1b[31m",
    "\x7f", "\u00e9", "e\u0301", "\u00df", "\u0130", "\u65e5\u672c", "\U0001f600", "\u202ea",
    "\u200b", "\ufeffa", "\uffff", "__proto__", "constructor", "2024-02-30", "http://", "a@b",
    "(", "[a", "x" * 256, "x" * 5_000, "x" * LARGE_TEXT,
)  # fmt: skip
WHOLE: Final[tuple[int, ...]] = (
    0, 1, -1, 2, 7, 10, 13, 42, 99, 100, 255, 256, 1_000, 65_536, -100, 2**31 - 1,
    2**31, -(2**31) - 1,    2**53, 2**53 + 1, 2**63 - 1, 2**63, -(2**63) - 1, 10**30,
)  # fmt: skip
NUMBERS: Final[tuple[float, ...]] = (0.5, 0.1, -0.0, -1.5, 1e-9, 1e-300, 1e16, 1e308, -1e308)
LISTS: Final[tuple[Json, ...]] = (
    [],
    [None],
    [""],
    [0],
    [[]],
    [{}],
    [1, "a", None],
    [1, 1],
    [0] * 200,
)
OBJECTS: Final[tuple[Json, ...]] = (
    {}, {"": ""}, {"a": None}, {"__proto__": {"x": 1}}, {"a": {"b": {"c": {}}}}, {"0": 0},
)  # fmt: skip
ANYTHING: Final[tuple[Json, ...]] = (
    None, True, False, *WHOLE[:8], *NUMBERS[:4], *TEXTS[:30], *LISTS, *OBJECTS,
)  # fmt: skip

_OTHER_TYPES: Final[tuple[Json, ...]] = (None, True, 0, 1.5, "", "a", [], ["a"], {}, {"a": 1})
_BY_TYPE: Final[dict[str, tuple[Json, ...]]] = {
    "string": TEXTS,
    "integer": WHOLE,
    "number": NUMBERS,
    "array": LISTS,
    "object": OBJECTS,
    "boolean": (True, False),
    "null": (None,),
}


def odd_values(spot: Spot) -> Iterator[Json]:
    """The edges that the schema draws there, then what is odd for its types."""
    for way in spot.ways:
        yield from _edges(way)
    yield from _lists(spot)
    for name in sorted(accepted_types(spot.ways)):
        yield from _BY_TYPE.get(name, ())
    yield from _OTHER_TYPES


def _edges(way: JsonObject) -> Iterator[Json]:
    choices = way.get("enum")
    yield from choices if isinstance(choices, list) else ()
    for word in ("const", "default", "minimum", "maximum"):
        if word in way:
            yield way[word]
    for word, step in (("exclusiveMinimum", 1), ("exclusiveMaximum", -1)):
        edge = way.get(word)
        if isinstance(edge, int | float) and not isinstance(edge, bool):
            yield edge + step
    for word in ("minLength", "maxLength"):
        length = way.get(word)
        if isinstance(length, int) and 0 <= length <= _MOST_LENGTH:
            yield "x" * length


def _lists(spot: Spot) -> Iterator[Json]:
    """Few and many of what the base has there."""
    items = spot.value if isinstance(spot.value, list) else []
    for way in spot.ways:
        for word in ("minItems", "maxItems"):
            count = way.get(word)
            if items and isinstance(count, int) and 0 <= count <= _MOST_ITEMS:
                yield [items[0]] * count
    if items:
        yield from ([items[0], items[0]], items * 100)
