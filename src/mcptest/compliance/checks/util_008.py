"""Looks for cancellations by the server of anything but a subscription."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    sent = follow_pointer(dict(roots), "/transcript/sent")
    notifications = follow_pointer(dict(roots), "/transcript/notifications")
    listening = [
        repr(one.get("id")) for one in _objects(sent) if one.get("method") == "subscriptions/listen"
    ]
    for one in _objects(notifications):
        params = one.get("params")
        if one.get("method") == "notifications/cancelled" and isinstance(params, dict):
            meant = params.get("requestId")
            if repr(meant) not in listening:
                problem = f"the server cancelled {meant!r}, which is not a subscription"
                yield {"at": "notifications/cancelled", "problem": problem, "entry": one}


def _objects(value: object) -> list[JsonObject]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


CHECK = RuleCheck("UTIL-008", _run)
