"""Compares the second page with the same page asked for again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.names_of import difference, names_of
from mcptest.model.json import MISSING, Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    second = follow_pointer(dict(roots), "/tools/pages/1")
    first = None if second is MISSING else names_of(second, "tools")
    again = names_of(roots.get("again"), "tools")
    if again is None:
        yield {"at": "tools/list", "problem": "tools/list rejected the cursor the second time"}
    elif (problem := difference(first, again)) is not None:
        yield {"at": "tools/list", "problem": f"tools/list with the same cursor: {problem}"}


CHECK = RuleCheck("PAGE-004", _run)
