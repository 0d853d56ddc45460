"""Validates structured content against the output schema of its tool."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject, Missing
from mcptest.schema.pointer import follow_pointer
from mcptest.schema.validate import validator


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    items = follow_pointer(dict(roots), "/tool_results/items")
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict) and "output_schema" in item and item.get("form") == "result":
            yield from _problems(item)


def _problems(call: JsonObject) -> Iterator[JsonObject]:
    structured = follow_pointer(call, "/result/structuredContent")
    if isinstance(structured, Missing):
        problem = f'the result of tool "{call["tool"]}" has no structuredContent'
        yield {"at": call["tool"], "problem": problem, "entry": call}
        return
    for error in validator(call["output_schema"]).errors(structured):
        place = f"structuredContent{error.pointer}"
        problem = f'the result of tool "{call["tool"]}": {place}: {error.message}'
        yield {"at": call["tool"], "problem": problem, "entry": call}


CHECK = RuleCheck("SCHEMA-006", _run)
