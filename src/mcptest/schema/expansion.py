"""Estimate how many checks a value needs, to guard against exploding schemas.

Twenty definitions that each name the one before twice make a million checks of one value, and
no validator can be interrupted while it makes them.
"""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.json import Json
from mcptest.schema.pointer import follow_reference

_LISTS = ("allOf", "anyOf", "oneOf")
_SINGLES = ("not", "if", "then", "else")


class _Weigher:
    """Weighs every subschema once; a reference back to one being weighed counts as one."""

    def __init__(self, root: Json) -> None:
        self._root = root
        self._known: dict[int, int] = {}

    def weigh(self, schema: Json) -> int:
        if not isinstance(schema, dict):
            return 1
        key = id(schema)
        if key not in self._known:
            self._known[key] = 1
            self._known[key] = 1 + sum(self.weigh(part) for part in self._in_place(schema))
        return self._known[key]

    def _in_place(self, schema: dict[str, Json]) -> Iterator[Json]:
        for word in _LISTS:
            parts = schema.get(word)
            yield from parts if isinstance(parts, list) else ()
        yield from (schema[word] for word in _SINGLES if word in schema)
        reference = schema.get("$ref")
        if isinstance(reference, str):
            target = follow_reference(self._root, reference)
            if isinstance(target, dict):
                yield target


def expansion(root: Json) -> int:
    """The heaviest subschema's number of checks on one value.

    Raises: RecursionError, for a schema nested deeper than Python can follow.
    """
    weigher = _Weigher(root)
    return max(map(weigher.weigh, _nodes(root)), default=1)


def may_explode(root: Json, most: int) -> bool:
    """Whether weighing could find more than so many checks: quick, and never wrongly no.

    Without references no subschema counts twice, so there are as many checks as subschemas.
    """
    count = 0
    for count, node in enumerate(_nodes(root), 1):  # noqa: B007 - the last one is the number
        if "$ref" in node:
            return True
    return count > most


def _nodes(root: Json) -> Iterator[dict[str, Json]]:
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            yield node
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)
