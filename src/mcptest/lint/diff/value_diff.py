"""Compare the values that two schemas allow: types, enums, bounds, patterns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from mcptest.lint.shapes import types_of
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, json_type, same_json
from mcptest.model.record import record

_ALL: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
_AT_MOST: Final = ("exclusiveMaximum", "maxItems", "maxLength", "maxProperties", "maximum")
_AT_LEAST: Final = ("exclusiveMinimum", "minItems", "minLength", "minProperties", "minimum")
_LIMITS: Final = ("format", "multipleOf", "pattern", "uniqueItems")


class Impact(StrEnum):
    BREAKING = "breaking"
    RISKY = "risky"
    SAFE = "safe"


class Side(StrEnum):
    """Whose values a schema describes: what callers send, or what they get."""

    INPUT = "input"
    OUTPUT = "output"


@record
class ValueChange:
    """``narrowed`` means that fewer values are allowed; ``firm`` that it is certain to be met."""

    keyword: str
    narrowed: bool
    firm: bool
    message: str
    old: MaybeJson = MISSING
    new: MaybeJson = MISSING

    def impact(self, side: Side) -> Impact:
        if self.narrowed != (side is Side.INPUT):
            return Impact.SAFE
        return Impact.BREAKING if self.firm else Impact.RISKY


def compare_values(old: JsonObject, new: JsonObject) -> Iterator[ValueChange]:
    """Types first; where they have nothing in common the rest means nothing."""
    yield from _types(old, new)
    if not kinds(old) & kinds(new):
        return
    yield from _listed(old, new)
    for word in _AT_MOST:
        yield from _bound(word, old, new, lower_is_narrower=True)
    for word in _AT_LEAST:
        yield from _bound(word, old, new, lower_is_narrower=False)
    for word in _LIMITS:
        yield from _limit(word, old, new)


def kinds(schema: Json) -> frozenset[str]:
    """The types that are allowed, also by choices; an integer is a number as well."""
    if not isinstance(schema, dict):
        return _ALL
    named = types_of(schema)
    if not named and "const" in schema:
        named = frozenset({json_type(schema["const"])})
    for word in ("anyOf", "oneOf"):
        choices = schema.get(word)
        if not named and isinstance(choices, list) and choices:
            named = frozenset().union(*(kinds(choice) for choice in choices))
    return (named | {"integer"} if "number" in named else named) or _ALL


def _types(old: JsonObject, new: JsonObject) -> Iterator[ValueChange]:
    before, after = kinds(old), kinds(new)
    for gone, narrowed, verb in (
        (before - after, True, "no longer allowed"),
        (after - before, False, "allowed now"),
    ):
        if gone:
            names = ", ".join(sorted(gone))
            yield ValueChange(
                "type",
                narrowed,
                firm=True,
                message=f"{names} {'is' if len(gone) == 1 else 'are'} {verb}",
                old=[*sorted(before)],
                new=[*sorted(after)],
            )


def _listed(old: JsonObject, new: JsonObject) -> Iterator[ValueChange]:
    before, after = _values(old), _values(new)
    word = "const" if "const" in new or "const" in old else "enum"
    if before is None or after is None:
        if before is not after:
            text = "only some values are allowed now" if before is None else "any value is allowed"
            yield ValueChange(word, before is None, firm=True, message=text)
        return
    for gone, narrowed, verb in (
        (before - after, True, "no longer allowed"),
        (after - before, False, "new among the allowed values"),
    ):
        if gone:
            names = ", ".join(sorted(gone))
            text = f"{names} {'is' if len(gone) == 1 else 'are'} {verb}"
            yield ValueChange(word, narrowed, firm=narrowed, message=text)


def _values(schema: JsonObject) -> set[str] | None:
    if "const" in schema:
        return {json.dumps(schema["const"], sort_keys=True)}
    listed = schema.get("enum")
    if isinstance(listed, list):
        return {json.dumps(value, sort_keys=True) for value in listed}
    return None


def _bound(
    word: str, old: JsonObject, new: JsonObject, *, lower_is_narrower: bool
) -> Iterator[ValueChange]:
    before, after = _number(old.get(word)), _number(new.get(word))
    if before == after:
        return
    if before is None or after is None:
        narrowed = before is None
    else:
        narrowed = (after < before) == lower_is_narrower
    was = "none" if before is None else f"{before:g}"
    now = "none" if after is None else f"{after:g}"
    text = f"{word} was {was} and is {now}"
    yield ValueChange(word, narrowed, firm=narrowed, message=text, old=before, new=after)


def _number(value: MaybeJson) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value


def _limit(word: str, old: JsonObject, new: JsonObject) -> Iterator[ValueChange]:
    before, after = old.get(word, MISSING), new.get(word, MISSING)
    if same_json(before, after):
        return
    narrowed = after is not MISSING and after is not False
    verb = (
        "changed"
        if before is not MISSING and after is not MISSING
        else ("was added" if before is MISSING else "was removed")
    )
    firm = before is MISSING and narrowed
    yield ValueChange(word, narrowed, firm, f"{word} {verb}", before, after)
