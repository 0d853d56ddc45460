"""Looks for progress on a response stream that has another token than its request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import MISSING, Json, JsonObject, same_json
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    items = follow_pointer(dict(roots), "/streams/items")
    for item in items if isinstance(items, list) else ():
        assert isinstance(item, dict)
        own = follow_pointer(item["request"], "/params/_meta/progressToken")
        received = item["received"]
        for message in received if isinstance(received, list) else ():
            token = follow_pointer(message, "/params/progressToken")
            if not isinstance(message, dict) or message.get("method") != "notifications/progress":
                continue
            if own is MISSING or not same_json(own, token):
                said = f"progress with the token {token!r} arrived on the stream of another request"
                yield {"at": item["method"], "problem": said, "entry": message}


CHECK = RuleCheck("SHL-230", _run)
