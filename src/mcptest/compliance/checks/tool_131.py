"""Compares the order of two listings of the tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    first = _names(roots, "/tools/pages/0/result/tools")
    second = _names(roots, "/relisting/tools/result/tools")
    # Tools that came or went are another matter: only the order of the others is compared.
    kept = [name for name in first if name in second]
    again = [name for name in second if name in first]
    for place, (name, other) in enumerate(zip(kept, again, strict=False)):
        if name != other:
            problem = f"tool {place + 1} is {name} in the first list and {other} in the second"
            yield {"at": name, "problem": problem}


def _names(roots: Mapping[str, Json], pointer: str) -> list[str]:
    tools = follow_pointer(dict(roots), pointer)
    entries = tools if isinstance(tools, list) else []
    return [str(entry.get("name")) for entry in entries if isinstance(entry, dict)]


CHECK = RuleCheck("TOOL-131", _run)
