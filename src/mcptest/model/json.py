"""JSON types, and the value that stands for an absent member."""

from __future__ import annotations

from enum import Enum
from typing import Final, TypeAlias

Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"
JsonObject: TypeAlias = "dict[str, Json]"


class Missing(Enum):
    """Absent, which is not null."""

    MISSING = "missing"

    def __repr__(self) -> str:
        return "MISSING"

    def __bool__(self) -> bool:
        return False


MISSING: Final = Missing.MISSING
MaybeJson: TypeAlias = "Json | Missing"


def same_json(left: MaybeJson, right: MaybeJson) -> bool:
    """Equality as JSON has it: ``true`` is not ``1``, while ``1`` is ``1.0``."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(
            same_json(value, right[key]) for key, value in left.items()
        )
    return left == right


def json_type(value: MaybeJson) -> str:
    """The JSON Schema name of a value's type, or ``absent``."""
    match value:
        case Missing():
            return "absent"
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case dict():
            return "object"


def json_kind(value: MaybeJson) -> str:
    """The type with its article, for a sentence: ``an array``, ``null``."""
    kind = json_type(value)
    if kind == "null":
        return kind
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
