"""Break a valid value against its schema in one way at a time, each with a label.

Every mutant is validated against the whole schema before it is returned: what still validates is
dropped, so a mutant is invalid for certain.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import chain
from typing import Final

from mcptest.model.json import Json, JsonObject, json_type
from mcptest.schema import mutate_values as values
from mcptest.schema.mutate_spots import Spot, drop, put, spots
from mcptest.schema.pointer import join_pointer
from mcptest.schema.validate import Validator, validator

EXTRA_NAME: Final = "mcptest_unexpected"


class Break(StrEnum):
    """The word of the schema that a mutant breaks."""

    MISSING_REQUIRED = "missing-required"
    EXTRA_FIELD = "extra-field"
    WRONG_TYPE = "wrong-type"
    NULL = "null"
    ENUM = "enum"
    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    MULTIPLE = "multiple"
    TOO_LONG = "too-long"
    TOO_SHORT = "too-short"
    TOO_MANY = "too-many"
    TOO_FEW = "too-few"
    REPEATED = "repeated"
    PATTERN = "pattern"
    FORMAT = "format"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A whole value that its schema forbids, and the one thing that was changed in it."""

    kind: Break
    label: str
    pointer: str
    value: Json


def mutants(
    schema: Json, base: Json, *, kinds: Collection[Break] = tuple(Break)
) -> Iterator[Mutant]:
    """Every way of the given kinds to break ``base``, in the order of the schema.

    A schema that cannot be used gives none. Where the base is broken already, so is every mutant.
    """
    check = validator(schema)
    if check.schema_errors:
        return
    wanted = frozenset(kinds)
    for spot in spots(schema, base):
        for kind in Break:
            if kind in wanted:
                yield from _of_kind(kind, spot, base, check)


def _of_kind(kind: Break, spot: Spot, base: Json, check: Validator) -> Iterator[Mutant]:
    if kind is Break.MISSING_REQUIRED:
        yield from _without_required(spot, base, check)
    elif kind is Break.EXTRA_FIELD:
        yield from _with_extra(spot, base, check)
    elif spot.path:
        candidates = _CANDIDATES[kind](spot)
        changed = ((put(base, spot.path, value), value) for value in candidates)
        good = next((pair for pair in changed if not check.is_valid(pair[0])), None)
        if good is not None:
            yield Mutant(kind, f"{spot.name} {_said(kind, good[1])}", spot.pointer, good[0])


def _without_required(spot: Spot, base: Json, check: Validator) -> Iterator[Mutant]:
    given = spot.value if isinstance(spot.value, dict) else {}
    listed = (way.get("required") for way in spot.ways)
    names = dict.fromkeys(
        name for names in listed if isinstance(names, list) for name in names if name in given
    )
    for name in names:
        if has_default(spot.ways, name):
            continue  # the schema says what it means to leave it out
        path = (*spot.path, str(name))
        value = drop(base, path)
        if not check.is_valid(value):
            label = f"{Spot(path, (), None).name} left out"
            yield Mutant(Break.MISSING_REQUIRED, label, join_pointer(path), value)


def has_default(ways: Iterable[JsonObject], name: str) -> bool:
    """Whether one of these schemas of an object declares a default for the property."""
    declared = (way.get("properties") for way in ways)
    members = (one.get(name) for one in declared if isinstance(one, dict))
    return any(isinstance(member, dict) and "default" in member for member in members)


def _with_extra(spot: Spot, base: Json, check: Validator) -> Iterator[Mutant]:
    if not isinstance(spot.value, dict):
        return
    path = (*spot.path, EXTRA_NAME)
    value = put(base, path, "mcptest")
    if not check.is_valid(value):
        label = f"{Spot(path, (), None).name} added"
        yield Mutant(Break.EXTRA_FIELD, label, join_pointer(path), value)


def _said(kind: Break, value: Json) -> str:
    match kind:
        case Break.WRONG_TYPE:
            return f"as {_article(json_type(value))}"
        case Break.NULL:
            return "as null"
        case Break.TOO_LONG | Break.TOO_SHORT:
            return f"with {len(value) if isinstance(value, str) else 0} characters"
        case Break.TOO_MANY | Break.TOO_FEW:
            return f"with {len(value) if isinstance(value, list) else 0} items"
        case Break.REPEATED:
            return "with an item twice"
        case _:
            return f"as {value!r}"


def _article(name: str) -> str:
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _each(make: Callable[[JsonObject], Iterator[Json]], spot: Spot) -> Iterator[Json]:
    return chain.from_iterable(make(way) for way in spot.ways)


def _lists(make: Callable[[JsonObject, list[Json]], Iterator[Json]], spot: Spot) -> Iterator[Json]:
    items = spot.value if isinstance(spot.value, list) else []
    return chain.from_iterable(make(way, items) for way in spot.ways)


def _wrong_types(spot: Spot) -> Iterator[Json]:
    return values.of_wrong_type(spot.ways)


def _null(spot: Spot) -> Iterator[Json]:
    return iter((None,)) if "null" not in values.accepted_types(spot.ways) else iter(())


_CANDIDATES: Final[dict[Break, Callable[[Spot], Iterator[Json]]]] = {
    Break.WRONG_TYPE: _wrong_types,
    Break.NULL: _null,
    Break.ENUM: partial(_each, values.outside_choices),
    Break.MINIMUM: partial(_each, values.below),
    Break.MAXIMUM: partial(_each, values.above),
    Break.MULTIPLE: partial(_each, values.off_multiple),
    Break.TOO_LONG: partial(_each, values.too_long),
    Break.TOO_SHORT: partial(_each, values.too_short),
    Break.TOO_MANY: partial(_lists, values.too_many),
    Break.TOO_FEW: partial(_lists, values.too_few),
    Break.REPEATED: partial(_lists, values.repeated),
    Break.PATTERN: partial(_each, values.off_pattern),
    Break.FORMAT: partial(_each, values.off_format),
}
