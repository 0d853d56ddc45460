"""Looks for a file of the machine in what a template gives for a climbing path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.foreign_file import leaks
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    items = follow_pointer(dict(roots), "/template_traversal/items")
    for item in items if isinstance(items, list) else ():
        assert isinstance(item, dict)
        yield from leaks(item, str(item.get("uri")))


CHECK = RuleCheck("RES-114", _run)
