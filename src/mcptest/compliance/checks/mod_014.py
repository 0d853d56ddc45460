"""Compares the tools before some calls with the tools after them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.check import Check
from mcptest.compliance.names_of import difference, first_page, names_of
from mcptest.model.json import Json, JsonObject


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    before = names_of(first_page(roots.get("tools")), "tools")
    problem = difference(before, names_of(roots.get("relisting"), "tools"))
    if problem is not None:
        yield {"at": "tools/list", "problem": problem}


CHECK = Check("MOD-014", _run)
