"""Looks for cancellations of requests that the server did not send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    requests = follow_pointer(dict(roots), "/transcript/requests")
    notifications = follow_pointer(dict(roots), "/transcript/notifications")
    own = [_mark(one, one.get("id")) for one in _objects(requests)]
    for one in _objects(notifications):
        params = one.get("params")
        if one.get("method") == "notifications/cancelled" and isinstance(params, dict):
            meant = params.get("requestId")
            if _mark(one, meant) not in own:
                problem = f"the server cancelled {meant!r}, which is not one of its own requests"
                yield {"at": "notifications/cancelled", "problem": problem, "entry": one}


def _mark(message: JsonObject, own: Json) -> tuple[str, str]:
    return (str(message.get("conversation")), repr(own))


def _objects(value: object) -> list[JsonObject]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


CHECK = RuleCheck("UTIL-007", _run)
