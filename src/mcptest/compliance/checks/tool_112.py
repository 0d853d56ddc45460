"""Validates every outputSchema against its dialect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.dialects import schema_problems
from mcptest.compliance.judge.listed_tools import listed_tools
from mcptest.model.json import Json, JsonObject


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    for name, tool in listed_tools(roots):
        if "outputSchema" in tool:
            for words, _ in schema_problems(tool["outputSchema"]):
                yield {"at": name, "problem": f'tool "{name}": outputSchema{words}'}


CHECK = RuleCheck("TOOL-112", _run)
