"""Looks for an event id that a session uses twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    items = follow_pointer(dict(roots), "/streams/items")
    used: dict[tuple[str, str], str] = {}
    for item in items if isinstance(items, list) else ():
        assert isinstance(item, dict)
        method = str(item["method"])
        for own in _event_ids(item):
            key = (str(item["conversation"]), own)
            if key in used:
                who = f"{used[key]} and {method}" if used[key] != method else f"two {method}"
                yield {"at": method, "problem": f"events of {who} have the same id {own!r}"}
                return
            used[key] = method


def _event_ids(item: JsonObject) -> list[str]:
    found = follow_pointer(item, "/http/event_ids")
    return [str(own) for own in found] if isinstance(found, list) else []


CHECK = RuleCheck("SHL-011", _run)
