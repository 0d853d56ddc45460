"""What changed between two versions of a schema, and whether it breaks callers or readers.

For input a narrower schema breaks callers; for output a wider one does.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from mcptest.lint.diff.value_diff import Impact, Side, compare_values, kinds
from mcptest.lint.shapes import is_closed, properties_of
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, same_json
from mcptest.model.record import record
from mcptest.schema.pointer import follow_reference, join_pointer

_DEEPEST: Final = 64
# Keywords whose effect is not worked out: a change of one is worth a look.
_UNJUDGED: Final = (
    "allOf", "anyOf", "contains", "dependencies", "dependentRequired", "dependentSchemas", "else",
    "if", "not", "oneOf", "patternProperties", "prefixItems", "propertyNames", "then",
    "unevaluatedItems", "unevaluatedProperties",
)  # fmt: skip


class ChangeKind(StrEnum):
    """The stable words for a change; reports and tests use them."""

    TOOL_REMOVED = "tool-removed"
    TOOL_ADDED = "tool-added"
    PROPERTY_REMOVED = "property-removed"
    PROPERTY_ADDED = "property-added"
    REQUIRED_ADDED = "required-added"
    REQUIRED_REMOVED = "required-removed"
    NARROWED = "narrowed"
    WIDENED = "widened"
    CLOSED = "closed"
    OPENED = "opened"
    DEFAULT_CHANGED = "default-changed"
    WORDING_CHANGED = "wording-changed"
    ANNOTATION_CHANGED = "annotation-changed"
    OUTPUT_SCHEMA_REMOVED = "output-schema-removed"
    OUTPUT_SCHEMA_ADDED = "output-schema-added"
    SCHEMA_CHANGED = "schema-changed"
    MEMBER_CHANGED = "member-changed"
    PROMPT_REMOVED = "prompt-removed"
    PROMPT_ADDED = "prompt-added"
    RESOURCE_REMOVED = "resource-removed"
    RESOURCE_ADDED = "resource-added"
    TEMPLATE_REMOVED = "template-removed"
    TEMPLATE_ADDED = "template-added"
    REVISION_CHANGED = "revision-changed"


@record
class SchemaChange:
    """One difference at one place."""

    impact: Impact
    kind: ChangeKind
    pointer: str
    message: str
    old: MaybeJson = MISSING
    new: MaybeJson = MISSING


@record
class _Roots:
    old: Json
    new: Json
    side: Side


def diff_schemas(old: Json, new: Json, *, side: Side, pointer: str = "") -> list[SchemaChange]:
    """Every change, in the order of the new schema."""
    return list(_compare(old, new, pointer, _Roots(old, new, side), 0))


def _compare(
    old: Json, new: Json, pointer: str, roots: _Roots, depth: int
) -> Iterator[SchemaChange]:
    if depth > _DEEPEST or (same_json(old, new) and same_json(roots.old, roots.new)):
        return
    left, right = _resolve(old, roots.old), _resolve(new, roots.new)
    if not isinstance(left, dict) or not isinstance(right, dict):
        if not same_json(left, right):
            yield _unjudged(pointer, left, right)
        return
    judged = list(_values(left, right, pointer, roots.side))
    yield from judged
    yield from _members(left, right, pointer, roots, depth)
    yield from _items(left, right, pointer, roots, depth)
    yield from _texts(left, right, pointer, roots.side)
    if not judged:
        yield from _others(left, right, pointer)


def _resolve(schema: Json, root: Json) -> Json:
    """Follow references, a bounded number of times; keywords beside one count too."""
    for _ in range(_DEEPEST):
        reference = schema.get("$ref") if isinstance(schema, dict) else None
        target = follow_reference(root, reference) if isinstance(reference, str) else MISSING
        if not isinstance(target, dict) or not isinstance(schema, dict):
            return schema
        schema = {**target, **{k: v for k, v in schema.items() if k != "$ref"}}
    return {}


def _values(old: JsonObject, new: JsonObject, pointer: str, side: Side) -> Iterator[SchemaChange]:
    for found in compare_values(old, new):
        kind = ChangeKind.NARROWED if found.narrowed else ChangeKind.WIDENED
        yield SchemaChange(
            found.impact(side),
            kind,
            f"{pointer}/{found.keyword}",
            found.message,
            found.old,
            found.new,
        )


def _members(
    old: JsonObject, new: JsonObject, pointer: str, roots: _Roots, depth: int
) -> Iterator[SchemaChange]:
    before, after = properties_of(old), properties_of(new)
    wanted = (_required(old), _required(new))
    for name in (gone for gone in before if gone not in after):
        yield _removed(name, pointer, roots.side, closed=is_closed(new))
    for name, schema in after.items():
        place = pointer + join_pointer(["properties", name])
        if name in before:
            yield from _compare(before[name], schema, place, roots, depth + 1)
            yield from _requirement(name, place, wanted, roots.side)
        else:
            yield _added(name, place, roots.side, required=name in wanted[1])
    for name in sorted((wanted[0] ^ wanted[1]) - after.keys() - before.keys()):  # undeclared ones
        place = pointer + join_pointer(["required", name])
        yield from _requirement(name, place, wanted, roots.side)
    yield from _openness(old, new, pointer, roots.side)


def _required(schema: JsonObject) -> set[str]:
    listed = schema.get("required")
    return {name for name in listed if isinstance(name, str)} if isinstance(listed, list) else set()


def _removed(name: str, pointer: str, side: Side, *, closed: bool) -> SchemaChange:
    breaks = side is Side.OUTPUT or closed
    text = "was removed, and sending it is rejected"
    text = text if closed and side is Side.INPUT else "was removed"
    return SchemaChange(
        Impact.BREAKING if breaks else Impact.RISKY,
        ChangeKind.PROPERTY_REMOVED,
        pointer + join_pointer(["properties", name]),
        f'"{name}" {text}',
    )


def _added(name: str, pointer: str, side: Side, *, required: bool) -> SchemaChange:
    breaks = required and side is Side.INPUT
    text = "was added and is required" if required else "was added"
    kind = ChangeKind.REQUIRED_ADDED if breaks else ChangeKind.PROPERTY_ADDED
    impact = Impact.BREAKING if breaks else Impact.SAFE
    return SchemaChange(impact, kind, pointer, f'"{name}" {text}')


def _requirement(
    name: str, pointer: str, wanted: tuple[set[str], set[str]], side: Side
) -> Iterator[SchemaChange]:
    if (name in wanted[0]) == (name in wanted[1]):
        return
    now = name in wanted[1]
    breaks = now == (side is Side.INPUT)
    yield SchemaChange(
        Impact.BREAKING if breaks else Impact.SAFE,
        ChangeKind.REQUIRED_ADDED if now else ChangeKind.REQUIRED_REMOVED,
        pointer,
        f'"{name}" is now required' if now else f'"{name}" is no longer required',
    )


def _openness(old: JsonObject, new: JsonObject, pointer: str, side: Side) -> Iterator[SchemaChange]:
    before, after = is_closed(old), is_closed(new)
    if before == after or "object" not in kinds(new) | kinds(old):
        return
    looser = before and not after
    safe = looser == (side is Side.INPUT)
    yield SchemaChange(
        Impact.SAFE if safe else Impact.RISKY,
        ChangeKind.OPENED if looser else ChangeKind.CLOSED,
        f"{pointer}/additionalProperties",
        "undeclared properties are now accepted"
        if looser
        else "undeclared properties are now rejected",
    )


def _items(
    old: JsonObject, new: JsonObject, pointer: str, roots: _Roots, depth: int
) -> Iterator[SchemaChange]:
    if "items" in old and "items" in new:
        yield from _compare(old["items"], new["items"], f"{pointer}/items", roots, depth + 1)
    elif "items" in old or "items" in new:
        narrowed = "items" in new
        safe = narrowed != (roots.side is Side.INPUT)
        yield SchemaChange(
            Impact.SAFE if safe else Impact.RISKY,
            ChangeKind.NARROWED if narrowed else ChangeKind.WIDENED,
            f"{pointer}/items",
            "items are described now" if narrowed else "items are no longer described",
        )


def _texts(old: JsonObject, new: JsonObject, pointer: str, side: Side) -> Iterator[SchemaChange]:
    before, after = old.get("default", MISSING), new.get("default", MISSING)
    if not same_json(before, after) and side is Side.INPUT:
        place, text = f"{pointer}/default", "the default changed"
        yield SchemaChange(Impact.RISKY, ChangeKind.DEFAULT_CHANGED, place, text, before, after)
    for word in ("title", "description"):
        before, after = old.get(word, MISSING), new.get(word, MISSING)
        if not same_json(before, after):
            place, text = f"{pointer}/{word}", f"the {word} is worded differently"
            yield SchemaChange(Impact.SAFE, ChangeKind.WORDING_CHANGED, place, text, before, after)


def _others(old: JsonObject, new: JsonObject, pointer: str) -> Iterator[SchemaChange]:
    for word in _UNJUDGED:
        before, after = old.get(word, MISSING), new.get(word, MISSING)
        if not same_json(before, after):
            yield _unjudged(f"{pointer}/{word}", before, after)


def _unjudged(pointer: str, old: MaybeJson, new: MaybeJson) -> SchemaChange:
    text = "changed in a way that cannot be judged by rule"
    return SchemaChange(Impact.RISKY, ChangeKind.SCHEMA_CHANGED, pointer, text, old, new)
