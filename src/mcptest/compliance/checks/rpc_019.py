"""Finds requests from the server with an invalid id, or with an id that was used before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    requests = follow_pointer(dict(roots), "/transcript/requests")
    seen: set[tuple[str, str, str]] = set()
    for request in requests if isinstance(requests, list) else ():
        assert isinstance(request, dict)
        own, method = request.get("id"), request.get("method")
        if isinstance(own, bool) or not isinstance(own, (str, int)):
            problem = (
                f"the server sent {method} with the id {own!r}, expected a string or an integer"
            )
            yield {"at": method, "problem": problem, "entry": request}
            continue
        mark = (str(request.get("conversation")), type(own).__name__, str(own))
        if mark in seen:
            problem = f"the server sent {method} with the id {own!r}, which it had already used"
            yield {"at": method, "problem": problem, "entry": request}
        seen.add(mark)


CHECK = RuleCheck("RPC-019", _run)
