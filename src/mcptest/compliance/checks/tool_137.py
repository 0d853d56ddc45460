"""Looks for references of tool schemas that lead into the network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.listed_tools import listed_tools
from mcptest.model.json import Json, JsonObject
from mcptest.schema.validate import DIALECTS
from mcptest.schema.walk import walk

_KEYWORDS = ("$ref", "$dynamicRef")
_KNOWN = {uri.rstrip("#") for uri in DIALECTS.values()}


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    for name, tool in listed_tools(roots):
        for member in ("inputSchema", "outputSchema"):
            schema = tool.get(member)
            own = _embedded(schema)
            for visit in walk(schema):
                reference = _reference(visit.schema)
                if reference is not None and reference.partition("#")[0] not in own:
                    problem = f'tool "{name}": {member}{visit.pointer} refers to {reference}'
                    yield {"at": name, "problem": problem}


def _embedded(schema: Json) -> set[str]:
    """What the schema itself calls by an address, and the dialects that everybody knows."""
    named = {visit.schema.get("$id") for visit in walk(schema) if isinstance(visit.schema, dict)}
    return {one.rstrip("#") for one in named if isinstance(one, str)} | _KNOWN


def _reference(schema: Json) -> str | None:
    if not isinstance(schema, dict):
        return None
    for keyword in _KEYWORDS:
        value = schema.get(keyword)
        if isinstance(value, str) and "://" in value:
            return value
    return None


CHECK = RuleCheck("TOOL-137", _run)
