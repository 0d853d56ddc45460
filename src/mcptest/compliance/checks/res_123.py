"""Compares the addresses in read results with the one that was asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    items = follow_pointer(dict(roots), "/read_results/items")
    for item in items if isinstance(items, list) else ():
        assert isinstance(item, dict)
        contents = follow_pointer(item, "/result/contents")
        for content in contents if isinstance(contents, list) else ():
            uri = content.get("uri") if isinstance(content, dict) else None
            if isinstance(uri, str) and not uri.startswith(str(item["uri"]).rstrip("/")):
                problem = f"resources/read of {item['uri']} returned contents with the URI {uri}"
                yield {"at": item["uri"], "problem": problem}


CHECK = RuleCheck("RES-123", _run)
