"""Split a schema into what always holds and the alternatives that it allows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.schema.conjoin import conjoin
from mcptest.schema.references import References

_DEEPEST: Final = 30
_MOST_OPTIONS: Final = 200
_TAKEN_APART: Final = ("$ref", "allOf", "anyOf", "oneOf", "if", "then", "else")
_BY_WORD: Final = {
    "object": ("properties", "required", "additionalProperties", "patternProperties",
               "minProperties", "propertyNames"),
    "array": ("items", "prefixItems", "minItems", "contains", "uniqueItems"),
    "string": ("pattern", "format", "minLength", "maxLength"),
    "number": ("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"),
}  # fmt: skip


@record
class Option:
    """One way to satisfy a schema; ``through`` are the references that led here."""

    schema: JsonObject
    through: frozenset[str]


def options(schema: Json, references: References, seen: frozenset[str]) -> Iterator[Option]:
    """Every way to take the choices of a schema, up to a limit; none for ``false``."""
    flat, choices, through = _flatten(schema, references, 0)
    if flat is None:
        return
    ordered = [_ordered(branches, seen | through) for branches in choices]
    for picked in islice(product(*ordered), _MOST_OPTIONS):
        option = _combine(Option(flat, through), picked, references, seen)
        if option is not None:
            yield from option


def type_names(schema: JsonObject, *, at_root: bool) -> list[str]:
    """The types to try: the named ones with null last, else what the other words are about."""
    named = schema.get("type")
    if isinstance(named, str):
        return [named]
    if isinstance(named, list):
        return sorted((n for n in named if isinstance(n, str)), key="null".__eq__)
    about = [name for name, words in _BY_WORD.items() if any(word in schema for word in words)]
    rest = ["object", "string"] if at_root else ["string", "object"]
    return [*about, *rest, "integer", "array", "boolean", "null"]


def _combine(
    base: Option, picked: tuple[Json, ...], references: References, seen: frozenset[str]
) -> Iterator[Option] | None:
    """The base with one branch of every choice; the branches may hold choices of their own."""
    if not picked:
        return iter((base,))
    whole: JsonObject = {"allOf": [base.schema, *picked]}
    flat, choices, through = _flatten(whole, references, 0)
    if flat is None:
        return None
    joined = Option(flat, base.through | through)
    if not choices:
        return iter((joined,))
    inner: JsonObject = {**flat, "allOf": [{"anyOf": branches} for branches in choices]}
    return (
        options(inner, references, seen | joined.through)
        if len(joined.through) < _DEEPEST
        else None
    )


def _ordered(branches: list[Json], seen: frozenset[str]) -> list[Json]:
    """Branches that lead back to where we are go last, so that recursion ends; so does null."""

    def weight(branch: Json) -> int:
        if not isinstance(branch, dict):
            return 0
        again = branch.get("$ref") in seen
        return 2 * again + (branch.get("type") == "null" or branch.get("const", 0) is None)

    return sorted(branches, key=weight)


def _flatten(
    schema: Json, references: References, depth: int
) -> tuple[JsonObject | None, list[list[Json]], frozenset[str]]:
    """References and allOf folded in; the choices beside them collected."""
    if schema is False or depth > _DEEPEST:
        return None, [], frozenset()
    if not isinstance(schema, dict):
        return {}, [], frozenset()
    flat: JsonObject = {k: v for k, v in schema.items() if k not in _TAKEN_APART}
    choices = _choices(schema)
    through: frozenset[str] = frozenset()
    for part, name in _parts(schema, references):
        inner, more, further = _flatten(part, references, depth + 1)
        if inner is None:
            return None, [], frozenset()
        flat = conjoin(flat, inner)
        choices += more
        through |= further | ({name} if name else frozenset())
    return flat, choices, through


def _parts(schema: JsonObject, references: References) -> Iterator[tuple[Json, str | None]]:
    reference = schema.get("$ref")
    if isinstance(reference, str):
        yield references.resolve(reference), reference
    every = schema.get("allOf")
    yield from ((part, None) for part in (every if isinstance(every, list) else []))


def _choices(schema: JsonObject) -> list[list[Json]]:
    found = [list(b) for w in ("anyOf", "oneOf") if isinstance(b := schema.get(w), list)]
    if "if" in schema:
        then: JsonObject = {"allOf": [schema["if"], schema.get("then", True)]}
        found.append([schema.get("else", True), then])
    return found
