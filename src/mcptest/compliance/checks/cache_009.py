"""Two users get different lists, and one of them is marked public."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject, same_json
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    lists = [follow_pointer(roots.get(name), "/result/tools") for name in ("one", "other")]
    scopes = [follow_pointer(roots.get(name), "/result/cacheScope") for name in ("one", "other")]
    if all(isinstance(tools, list) for tools in lists) and "public" in scopes:
        first, second = lists
        if not same_json(first, second):
            said = "tools/list differs between two users, but its cacheScope is public"
            yield {"at": "tools/list", "problem": said}


CHECK = RuleCheck("CACHE-009", _run)
