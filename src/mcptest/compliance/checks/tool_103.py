"""Validates every inputSchema against its dialect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.dialects import schema_problems
from mcptest.compliance.judge.listed_tools import listed_tools
from mcptest.model.json import Json, JsonObject


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    for name, tool in listed_tools(roots):
        if isinstance(tool.get("inputSchema"), dict):
            for words, everywhere in schema_problems(tool["inputSchema"]):
                problem = f'tool "{name}": inputSchema{words}'
                yield {"at": name, "problem": problem, "in_every_dialect": everywhere}


CHECK = RuleCheck("TOOL-103", _run)
