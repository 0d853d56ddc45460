"""Plan the automatic fix of a schema: close objects and require their properties."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from copy import deepcopy
from typing import Final

from mcptest.lint.shapes import (
    closed_around,
    describes_object,
    has_in_place,
    properties_of,
    types_of,
)
from mcptest.lint.tighten.closable import Company
from mcptest.lint.tighten.frozen import frozen_parts, is_frozen
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.schema.pointer import follow_pointer
from mcptest.schema.walk import LINTED, Role, Visit, walk

FIXABLE: Final = ("SCH-001", "SCH-002")
_OPEN_ENDED: Final = frozenset(
    {"additionalProperties", "patternProperties", "propertyNames", "unevaluatedProperties"}
)


@record
class SchemaEdit:
    """One object to change: ``names`` become its required list, or it is closed."""

    rule: str
    pointer: str
    names: tuple[str, ...] = ()


def plan_fix(schema: Json, *, only: Collection[str] = FIXABLE) -> list[SchemaEdit]:
    """What would be changed, in the order of the text; pointers start at the schema."""
    if not isinstance(schema, dict):
        return []
    everything = tuple(walk(schema))
    frozen = frozen_parts(schema, everything)
    if frozen is None:
        return []
    company = Company(schema, everything)
    changes = [
        change
        for visit in walk(schema, through=LINTED)
        if isinstance(visit.schema, dict) and not is_frozen(visit, frozen)
        for change in _changes(visit, visit.schema, company)
        if change.rule in only
    ]
    return [change for change in changes if not _entangled(schema, change)]


def tighten(schema: Json, *, only: Collection[str] = FIXABLE) -> Json:
    """A copy of the schema with every change of the plan made."""
    fixed = deepcopy(schema)
    for change in plan_fix(schema, only=only):
        node = follow_pointer(fixed, change.pointer)
        assert isinstance(node, dict)
        if change.rule == "SCH-001":
            node["required"] = [*change.names]
        else:
            node["additionalProperties"] = False
    return fixed


def _changes(visit: Visit, schema: JsonObject, company: Company) -> Iterator[SchemaEdit]:
    declared = properties_of(schema)
    if declared and describes_object(schema):
        if "required" not in schema:
            yield SchemaEdit("SCH-001", visit.pointer, tuple(declared))
        if not closed_around(visit) and company.allows_closing(visit):
            yield SchemaEdit("SCH-002", visit.pointer)
    elif visit.role is Role.ROOT and _takes_nothing(schema):
        yield SchemaEdit("SCH-002", visit.pointer)


def _takes_nothing(schema: JsonObject) -> bool:
    """The root of a tool without arguments; an explicit ``true`` or map is deliberate."""
    silent = not _OPEN_ENDED & schema.keys() and not has_in_place(schema)
    empty = schema.get("properties", {}) == {} and not schema.get("required")
    return silent and empty and types_of(schema) <= {"object"}


def _entangled(root: JsonObject, change: SchemaEdit) -> bool:
    """Whether references lead into or out of the schema that closing would replace."""
    node = follow_pointer(root, change.pointer)
    replaced = node.get("additionalProperties") if isinstance(node, dict) else None
    if change.rule != "SCH-002" or not isinstance(replaced, dict):
        return False
    if any(_references(replaced)):
        return True
    inner = f"#{change.pointer}/additionalProperties"
    return any(text.startswith(inner) for text in _references(root))


def _references(schema: JsonObject) -> Iterator[str]:
    for visit in walk(schema):
        text = visit.schema.get("$ref") if isinstance(visit.schema, dict) else None
        if isinstance(text, str):
            yield text
