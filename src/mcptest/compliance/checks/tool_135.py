"""Looks for header marks on parameters that cannot be mirrored in a header."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.header_marks import header_marks
from mcptest.model.json import Json, JsonObject

_TYPES = ("string", "integer", "boolean")


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    for mark in header_marks(roots):
        if not mark.plain:
            problem = (
                f'tool "{mark.tool}": {mark.parameter} is not reached through properties alone'
            )
            yield {"at": mark.tool, "problem": problem}
        elif mark.schema.get("type") not in _TYPES:
            problem = (
                f'tool "{mark.tool}": {mark.parameter} has the type {mark.schema.get("type")!r}'
            )
            yield {"at": mark.tool, "problem": problem}


CHECK = RuleCheck("TOOL-135", _run)
