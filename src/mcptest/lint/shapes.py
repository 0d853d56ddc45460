"""Predicates about schemas that several rules share."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_reference
from mcptest.schema.walk import Role, Visit

_IN_PLACE = ("$ref", "allOf", "anyOf", "dependencies", "dependentSchemas", "else", "if", "oneOf")
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


def types_of(schema: Json) -> frozenset[str]:
    """The types that a schema names; empty when it names none."""
    named = schema.get("type") if isinstance(schema, dict) else None
    if isinstance(named, str):
        return frozenset({named})
    if isinstance(named, list):
        return frozenset(name for name in named if isinstance(name, str))
    return frozenset()


def properties_of(schema: Json) -> JsonObject:
    """The members that an object schema declares."""
    declared = schema.get("properties") if isinstance(schema, dict) else None
    return declared if isinstance(declared, dict) else {}


def describes_object(schema: Json) -> bool:
    """Whether values of this schema are objects, by its type or by its properties."""
    types = types_of(schema)
    return "object" in types or (not types and bool(properties_of(schema)))


def is_closed(schema: Json) -> bool:
    """Whether an object refuses members that nobody declared, by itself or by all its choices."""
    if not isinstance(schema, dict):
        return schema is False
    if schema.get("additionalProperties") is False:
        return True
    if schema.get("unevaluatedProperties") is False and "additionalProperties" not in schema:
        return True
    choices = schema.get("anyOf") or schema.get("oneOf")
    return isinstance(choices, list) and bool(choices) and all(map(is_closed, choices))


def closed_around(visit: Visit) -> bool:
    """Whether the schema, or one that it is a choice of, is closed."""
    at: Visit | None = visit
    while at is not None:
        if is_closed(at.schema):
            return True
        at = at.holder if at.role is Role.BRANCH else None
    return False


def constrains(schema: Json, root: Json, *, followed: frozenset[str] = frozenset()) -> bool:
    """Whether a schema says what a value may be: by type, values, reference or choice."""
    if not isinstance(schema, dict):
        return schema is False
    if {"type", "enum", "const"} & schema.keys():
        return True
    if any(word in schema for word in _REFERENCES):
        return _target_constrains(schema, root, followed)
    for word in ("anyOf", "oneOf"):
        choices = schema.get(word)
        if isinstance(choices, list) and choices:
            return all(constrains(choice, root, followed=followed) for choice in choices)
    parts = schema.get("allOf")
    return isinstance(parts, list) and any(constrains(p, root, followed=followed) for p in parts)


def _target_constrains(schema: JsonObject, root: Json, followed: frozenset[str]) -> bool:
    reference = schema.get("$ref")
    if not isinstance(reference, str) or reference in followed:
        return True
    target = follow_reference(root, reference)
    if not isinstance(target, dict | bool):
        return True  # what cannot be followed is the business of other rules
    return constrains(target, root, followed=followed | {reference})


def has_in_place(schema: JsonObject) -> bool:
    """Whether other schemas speak about the same value."""
    return any(word in schema for word in _IN_PLACE)


def describes_argument(visit: Visit) -> bool:
    """A property's own schema, or one of the choices it offers."""
    at: Visit | None = visit
    while at is not None and at.role is Role.BRANCH:
        at = at.holder
    return at is not None and at.role is Role.PROPERTY


def label(visit: Visit) -> str:
    """How a message calls the place: by the nearest name."""
    at: Visit | None = visit
    while at is not None and at.role not in {Role.PROPERTY, Role.DEFINITION, Role.ROOT}:
        at = at.holder
    if at is None or at.role is Role.ROOT:
        return "the input schema" if at is visit else "part of the input schema"
    inner = "" if at is visit else "an item of " if visit.role is Role.ITEM else "part of "
    kind = "definition " if at.role is Role.DEFINITION else ""
    return f'{inner}{kind}"{at.name}"'


def input_pointer(visit: Visit) -> str:
    return f"/inputSchema{visit.pointer}"


def schemas(visits: tuple[Visit, ...]) -> Iterator[tuple[Visit, JsonObject]]:
    """The visits whose schema is an object."""
    for visit in visits:
        if isinstance(visit.schema, dict):
            yield visit, visit.schema
