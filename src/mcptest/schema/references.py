"""Collect local references in one table, so that any part of a schema stands on its own."""

from __future__ import annotations

from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.schema.pointer import follow_reference

# Definitions move to the table; the two names of the document would move every reference.
_AT_THE_ROOT = ("$defs", "definitions", "$id", "$schema")


class References:
    """``root`` and every entry of ``table`` refer to ``#/$defs/NUMBER`` in the table only."""

    def __init__(self, schema: Json) -> None:
        self._schema = schema
        self._numbers: dict[str, str] = {}
        self.table: JsonObject = {}
        self.root = self._rewrite(schema)
        waiting = list(self._numbers)
        while waiting:
            for reference in waiting:
                target = self._find(reference)
                self.table[self._numbers[reference]] = (
                    True if target is MISSING else self._rewrite(target)
                )
            waiting = [ref for ref, number in self._numbers.items() if number not in self.table]

    def resolve(self, reference: str) -> Json:
        """The rewritten target of a rewritten reference; anything goes where there is none."""
        return self.table.get(reference.removeprefix("#/$defs/"), True)

    def alone(self, part: Json, dialect: MaybeJson) -> Json:
        """A rewritten part as a schema of its own, with all that it may refer to."""
        if not isinstance(part, dict):
            return part
        whole: JsonObject = {} if dialect is MISSING else {"$schema": dialect}
        needed = self._needed(part)
        if needed:
            whole["$defs"] = needed
        # Words beside a $ref mean nothing before 2019-09; allOf keeps the two apart.
        whole["allOf"] = [part]
        return whole

    def _needed(self, part: Json) -> JsonObject:
        found: JsonObject = {}
        waiting = [part]
        while waiting:
            for reference in _references_in(waiting.pop()):
                number = reference.removeprefix("#/$defs/")
                if number in self.table and number not in found:
                    found[number] = self.table[number]
                    waiting.append(self.table[number])
        return found

    def _find(self, reference: str) -> MaybeJson:
        found = follow_reference(self._schema, reference)
        return found if found is not MISSING else _anchored(self._schema, reference[1:])

    def _rewrite(self, node: Json) -> Json:
        if isinstance(node, list):
            return [self._rewrite(item) for item in node]
        if not isinstance(node, dict):
            return node
        reference = node.get("$ref")
        skipped = _AT_THE_ROOT if node is self._schema else ()
        changed = {k: self._rewrite(v) for k, v in node.items() if k not in skipped}
        if isinstance(reference, str) and reference.startswith("#"):
            number = self._numbers.setdefault(reference, str(len(self._numbers)))
            changed["$ref"] = f"#/$defs/{number}"
        return changed


def _references_in(node: Json) -> list[str]:
    found: list[str] = []
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            reference = here.get("$ref")
            found.extend([reference] if isinstance(reference, str) else [])
            waiting.extend(here.values())
        elif isinstance(here, list):
            waiting.extend(here)
    return found


def _anchored(schema: Json, name: str) -> MaybeJson:
    waiting = [schema]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            if name and here.get("$anchor") == name:
                return here
            waiting.extend(here.values())
        elif isinstance(here, list):
            waiting.extend(here)
    return MISSING
