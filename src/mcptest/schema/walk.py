"""Visit every subschema of a JSON Schema, with its pointer and its role."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import Final

from mcptest.model.json import Json
from mcptest.model.record import record
from mcptest.schema.pointer import join_pointer


class Role(StrEnum):
    """What a subschema describes, seen from the schema that holds it."""

    ROOT = "root"
    PROPERTY = "property"
    ITEM = "item"
    DEFINITION = "definition"
    BRANCH = "branch"  # the same value as the holder, as one choice among several
    PART = "part"  # the same value as the holder, in addition
    TEST = "test"  # a question about the value: narrowing it may widen the holder
    REST = "rest"  # members or items that nothing else describes


@record
class Visit:
    """``keyword`` is the one that led here, empty at the root; ``holder`` is whose it is."""

    pointer: str
    schema: Json
    role: Role
    keyword: str = ""
    name: str = ""
    holder: Visit | None = None


_ONE: Final = {
    "additionalItems": Role.REST,
    "additionalProperties": Role.REST,
    "contains": Role.TEST,
    "else": Role.PART,
    "if": Role.TEST,
    "items": Role.ITEM,
    "not": Role.TEST,
    "propertyNames": Role.TEST,
    "then": Role.PART,
    "unevaluatedItems": Role.REST,
    "unevaluatedProperties": Role.REST,
}
_LIST: Final = {
    "allOf": Role.PART,
    "anyOf": Role.BRANCH,
    "items": Role.ITEM,
    "oneOf": Role.BRANCH,
    "prefixItems": Role.ITEM,
}
_MAP: Final = {
    "$defs": Role.DEFINITION,
    "definitions": Role.DEFINITION,
    "dependencies": Role.PART,
    "dependentSchemas": Role.PART,
    "patternProperties": Role.PROPERTY,
    "properties": Role.PROPERTY,
}
EVERYWHERE: Final = frozenset(_ONE) | frozenset(_LIST) | frozenset(_MAP)
# Where the strict input-schema rules and their fix look; the rest is left alone.
LINTED: Final = frozenset(
    {
        "$defs",
        "anyOf",
        "definitions",
        "items",
        "oneOf",
        "patternProperties",
        "prefixItems",
        "properties",
    }
)


def walk(schema: Json, *, through: Collection[str] = EVERYWHERE) -> Iterator[Visit]:
    """The schema itself, then what it holds, in the order of the text; never recursive.

    Values that are not a schema (neither object nor boolean) are not visited, except the root.
    """
    stack = [Visit("", schema, Role.ROOT)]
    while stack:
        visit = stack.pop()
        yield visit
        stack.extend(reversed(list(children(visit, through=through))))


def children(visit: Visit, *, through: Collection[str] = EVERYWHERE) -> Iterator[Visit]:
    """The subschemas that one schema holds directly."""
    if not isinstance(visit.schema, dict):
        return
    for keyword, value in visit.schema.items():
        if keyword in through:
            yield from _held(visit, keyword, value)


def _held(visit: Visit, keyword: str, value: Json) -> Iterator[Visit]:
    if keyword in _MAP:
        members = value.items() if isinstance(value, dict) else ()
        for name, part in members:
            yield from _child(visit, _MAP[keyword], keyword, name, part)
    elif isinstance(value, list):
        role = _LIST.get(keyword)
        for index, part in enumerate(value if role else []):
            yield from _child(visit, role or Role.ITEM, keyword, str(index), part)
    elif keyword in _ONE:
        yield from _child(visit, _ONE[keyword], keyword, "", value)


def _child(visit: Visit, role: Role, keyword: str, name: str, schema: Json) -> Iterator[Visit]:
    if isinstance(schema, dict | bool):
        steps = (keyword, name) if keyword in _MAP or (keyword in _LIST and name) else (keyword,)
        yield Visit(visit.pointer + join_pointer(steps), schema, role, keyword, name, visit)
