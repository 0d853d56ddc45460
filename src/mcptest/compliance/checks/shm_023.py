"""Looks for notifications on a reply stream that do not belong to its request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, same_json
from mcptest.schema.pointer import follow_pointer

# These have a stream of their own (subscriptions/listen), or go from the client to the server.
_ELSEWHERE: Final = re.compile(
    r"notifications/(subscriptions/.*|tasks(/.*)?|.*/list_changed|resources/updated"
    r"|cancelled|initialized)"
)


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    items = follow_pointer(dict(roots), "/streams/items")
    for item in items if isinstance(items, list) else ():
        assert isinstance(item, dict)
        method, received = item["method"], item["received"]
        if method == "subscriptions/listen":
            continue
        for message in received if isinstance(received, list) else ():
            problem = _problem(message, item["request"])
            if problem is not None:
                yield {"at": method, "problem": problem, "entry": message}


def _problem(message: Json, request: Json) -> str | None:
    method = message.get("method") if isinstance(message, dict) else None
    if not isinstance(method, str):
        return None
    if method == "notifications/progress":
        own = _at(request, "/params/_meta/progressToken")
        token = _at(message, "/params/progressToken")
        if own is MISSING:
            return "the server reported progress for a request without a progressToken"
        if not same_json(own, token):
            return f"a progress notification has the token {token!r}, but the request has {own!r}"
        return None
    return f"{method} arrived on a response stream" if _ELSEWHERE.fullmatch(method) else None


def _at(value: Json, pointer: str) -> MaybeJson:
    return follow_pointer(value, pointer)


CHECK = RuleCheck("SHM-023", _run)
