"""Finds progress notifications with a token that mcptest did not send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    sent = follow_pointer(dict(roots), "/transcript/sent")
    notifications = follow_pointer(dict(roots), "/transcript/notifications")
    tokens = {repr(_at(one, "params", "_meta", "progressToken")) for one in _list(sent)}
    for one in _list(notifications):
        token = _at(one, "params", "progressToken")
        if _at(one, "method") == "notifications/progress" and repr(token) not in tokens:
            problem = f"a progress notification has the unknown token {token!r}"
            yield {"at": "notifications/progress", "problem": problem, "entry": one}


def _at(value: Json, *names: str) -> Json:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _list(value: object) -> list[Json]:
    return value if isinstance(value, list) else []


CHECK = RuleCheck("UTIL-009", _run)
