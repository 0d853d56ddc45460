"""Limit how often a recursive schema is entered, and how deep a value may go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from mcptest.model.json import Json
from mcptest.schema.pointer import follow_reference

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_Edges = dict[int, list[int]]


def count_ways_back(schema: Json) -> int:
    """References that lead back to themselves; only two or more can multiply level by level."""
    parts = list(_parts(schema))
    if not any(name in part for part in parts for name in _REFERENCES):
        return 0
    edges: _Edges = {id(part): [id(child) for child in _children(part)] for part in parts}
    leading: list[tuple[int, int]] = []
    unknown = 0
    for part in parts:
        for name in _REFERENCES:
            reference = part.get(name) if isinstance(part, dict) else None
            if not isinstance(reference, str):
                continue
            target = follow_reference(schema, reference) if name == "$ref" else None
            if id(target) in edges:
                edges[id(part)].append(id(target))
                leading.append((id(part), id(target)))
            else:  # an anchor, or one whose target depends on the way there
                unknown += 1
    circling = _endless(edges) & _endless(_reversed(edges)) if leading else set()
    return unknown + sum(start in circling and end in circling for start, end in leading)


def _parts(schema: Json) -> Iterator[dict[str, Json] | list[Json]]:
    todo = [schema]
    while todo:
        node = todo.pop()
        if isinstance(node, dict | list):
            yield node
            todo.extend(_children(node))


def _children(part: dict[str, Json] | list[Json]) -> Iterator[Json]:
    for child in part.values() if isinstance(part, dict) else part:
        if isinstance(child, dict | list):
            yield child


def _endless(edges: _Edges) -> set[int]:
    """Those from which the recursion never ends."""
    back = _reversed(edges)
    left = {node: len(out) for node, out in edges.items()}
    ended = [node for node, count in left.items() if not count]
    while ended:
        for before in back[ended.pop()]:
            left[before] -= 1
            if not left[before]:
                ended.append(before)
    return {node for node, count in left.items() if count}


def _reversed(edges: _Edges) -> _Edges:
    back: _Edges = defaultdict(list, {node: [] for node in edges})
    for node, out in edges.items():
        for target in out:
            back[target].append(node)
    return back


def depth_of(value: Json, most: int) -> int:
    """How many arrays and objects lie inside of each other, counted up to ``most``."""
    level, depth = [value], 0
    while depth < most:
        level = [
            child
            for node in level
            if isinstance(node, dict | list)
            for child in (node.values() if isinstance(node, dict) else node)
        ]
        if not level:
            break
        depth += 1
    return depth
