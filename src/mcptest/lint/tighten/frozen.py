"""Which parts of a schema must not be narrowed, because that would accept new values.

Narrowing what stands under ``not``, ``if`` or ``contains`` widens the schema around it, and so
does narrowing one of several ``oneOf`` branches that may hold at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import combinations
from urllib.parse import unquote

from mcptest.lint.reference import references
from mcptest.lint.shapes import properties_of, types_of
from mcptest.model.json import Json, JsonObject, json_type
from mcptest.schema.pointer import follow_pointer, follow_reference
from mcptest.schema.walk import Role, Visit, walk


def frozen_parts(schema: JsonObject, visits: Sequence[Visit]) -> frozenset[str] | None:
    """Pointers of parts to leave alone, each with all that it holds.

    None when a reference cannot be followed, so that nothing is known to be safe.
    """
    if _leads_elsewhere(visits):
        return None
    found: set[str] = set()
    waiting = [visit.pointer for visit in visits if _is_question(visit, schema)]
    while waiting:
        pointer = waiting.pop()
        if pointer not in found:
            found.add(pointer)
            waiting.extend(_targets(schema, pointer))
    return frozenset(found)


def is_frozen(visit: Visit, frozen: frozenset[str]) -> bool:
    """Whether the visit, or anything around it, is to be left alone."""
    at: Visit | None = visit
    while at is not None:
        if at.pointer in frozen:
            return True
        at = at.holder
    return False


def _leads_elsewhere(visits: Sequence[Visit]) -> bool:
    return any(_moves(visit) for visit in visits) or any(
        reference.kind == "anchor" for reference in references(visits)
    )


def _moves(visit: Visit) -> bool:
    """References that depend on the way taken, or begin at another root."""
    words = visit.schema.keys() if isinstance(visit.schema, dict) else set()
    dynamic = bool({"$dynamicRef", "$recursiveRef"} & words)
    return dynamic or (visit.holder is not None and "$id" in words)


def _is_question(visit: Visit, root: JsonObject) -> bool:
    if visit.role is Role.TEST:
        return True
    holder = visit.holder.schema if visit.holder else None
    return visit.keyword == "oneOf" and isinstance(holder, dict) and not _exclusive(holder, root)


def _targets(root: JsonObject, pointer: str) -> Iterator[str]:
    """Where the references within a part lead; they begin at the root of the document."""
    part = follow_pointer(root, pointer)
    for visit in walk(part) if isinstance(part, dict) else ():
        text = visit.schema.get("$ref") if isinstance(visit.schema, dict) else None
        if isinstance(text, str) and text.startswith("#"):
            yield unquote(text[1:])


def _exclusive(holder: JsonObject, root: JsonObject) -> bool:
    """Whether no value can satisfy two branches of the ``oneOf``."""
    choices = holder.get("oneOf")
    branches = [_resolved(choice, root) for choice in choices] if isinstance(choices, list) else []
    return all(_apart(left, right) for left, right in combinations(branches, 2))


def _resolved(schema: Json, root: JsonObject) -> Json:
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    if isinstance(reference, str):
        target = follow_reference(root, reference)
        return target if isinstance(target, dict | bool) else None
    return schema


def _apart(left: Json, right: Json) -> bool:
    if left is False or right is False:
        return True
    kinds = (_kinds(left), _kinds(right))
    if all(kinds) and not kinds[0] & kinds[1]:
        return True
    return any(_tells_apart(name, left, right) for name in properties_of(left))


def _kinds(schema: Json) -> set[str]:
    """The types a schema allows; empty when it allows any."""
    named = set(types_of(schema)) or {json_type(value) for value in _values(schema)}
    return {"number" if name == "integer" else name for name in named}


def _values(schema: Json) -> list[Json]:
    if not isinstance(schema, dict):
        return []
    if "const" in schema:
        return [schema["const"]]
    listed = schema.get("enum")
    return listed if isinstance(listed, list) else []


def _tells_apart(name: str, left: Json, right: Json) -> bool:
    """A required property with other values on either side."""
    sides = []
    for schema in (left, right):
        required = schema.get("required") if isinstance(schema, dict) else None
        if types_of(schema) != {"object"} or not isinstance(required, list) or name not in required:
            return False
        values = _values(properties_of(schema).get(name))
        sides.append({json.dumps(value, sort_keys=True) for value in values})
    return bool(sides[0]) and bool(sides[1]) and not sides[0] & sides[1]
