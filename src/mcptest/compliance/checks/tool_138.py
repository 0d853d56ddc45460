"""Compares the schema that a tool lists with the one that the hint gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.listed_tools import listed_tools
from mcptest.model.json import Json, JsonObject, same_json
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    wanted = follow_pointer(dict(roots), "/hints/schema_tool")
    if not isinstance(wanted, dict):
        return
    schema = wanted.get("schema")
    for name, tool in listed_tools(roots):
        listed = tool.get("inputSchema")
        if name != wanted.get("name") or not isinstance(schema, dict):
            continue
        for keyword, value in schema.items():
            if not isinstance(listed, dict) or keyword not in listed:
                yield {
                    "at": name,
                    "problem": f'the listed schema of tool "{name}" has no {keyword}',
                }
            elif not same_json(listed[keyword], value):
                yield {
                    "at": name,
                    "problem": f'the listed schema of tool "{name}" has another {keyword}',
                }


CHECK = RuleCheck("TOOL-138", _run)
