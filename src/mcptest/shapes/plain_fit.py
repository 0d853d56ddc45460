"""Recognize values that surely match their shape, without compiling a validator.

A run that sees few messages is over before that would pay. What this cannot tell is not wrong:
a validator decides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mcptest.model.json import Json, JsonObject

_DEEPEST: Final = 32
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "null": (type(None),),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "string": (str,),
    "array": (list,),
    "object": (dict,),
}


def surely_fits(schema: JsonObject, value: Json, definitions: JsonObject, depth: int = 0) -> bool:
    """Whether each keyword is one that is known here, and holds."""
    if depth > _DEEPEST:
        return False

    def fits(part: Json, inner: Json) -> bool:
        return isinstance(part, dict) and surely_fits(part, inner, definitions, depth + 1)

    return all(_holds(word, schema, value, definitions, fits) for word in schema)


def _holds(  # noqa: C901, PLR0911  a keyword, an answer
    word: str,
    schema: JsonObject,
    value: Json,
    definitions: JsonObject,
    fits: Callable[[Json, Json], bool],
) -> bool:
    said = schema[word]
    match word:
        case "$ref":
            name = str(said).removeprefix("#/$defs/").replace("~1", "/").replace("~0", "~")
            return fits(definitions.get(name), value)
        case "type":
            return any(type(value) in _TYPES[str(kind)] for kind in _several(said))
        case "const":
            return isinstance(said, str) and value == said
        case "enum":
            return isinstance(value, str) and value in _several(said)
        case "minimum" | "maximum":
            return _is_within(word, said, value)
        case "required":
            return not isinstance(value, dict) or all(name in value for name in _several(said))
        case "allOf":
            return all(fits(part, value) for part in _several(said))
        case "anyOf":
            return any(fits(part, value) for part in _several(said))
        case "items":
            return not isinstance(value, list) or all(fits(said, item) for item in value)
        case "properties" | "additionalProperties":
            return not isinstance(value, dict) or _members_fit(word, schema, value, fits)
        case _:
            return False


def _members_fit(
    word: str, schema: JsonObject, value: JsonObject, fits: Callable[[Json, Json], bool]
) -> bool:
    named = schema.get("properties", {})
    assert isinstance(named, dict)
    if word == "properties":
        return all(fits(named[name], inner) for name, inner in value.items() if name in named)
    others = schema["additionalProperties"]
    return all(fits(others, inner) for name, inner in value.items() if name not in named)


def _is_within(word: str, bound: Json, value: Json) -> bool:
    if not isinstance(value, int | float) or not isinstance(bound, int | float):
        return False
    return value >= bound if word == "minimum" else value <= bound


def _several(said: Json) -> list[Json]:
    return said if isinstance(said, list) else [said]
