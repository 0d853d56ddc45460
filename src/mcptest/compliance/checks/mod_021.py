"""Compares the tools that two clients of different names are offered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.names_of import difference, first_page, names_of
from mcptest.model.json import Json, JsonObject


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    here = names_of(first_page(roots.get("tools")), "tools")
    problem = difference(here, names_of(roots.get("other"), "tools"))
    if problem is not None:
        yield {"at": "tools/list", "problem": f"tools/list for another client name: {problem}"}


CHECK = RuleCheck("MOD-021", _run)
