"""A changed requestState that is accepted must not lead to another result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject, same_json
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    trip = roots.get("round_trip")
    if follow_pointer(trip, "/altered/form") != "result":
        return
    right = follow_pointer(trip, "/completed/result/content")
    changed = follow_pointer(trip, "/altered/result/content")
    if not same_json(right, changed):
        yield {"at": "altered", "problem": "a modified requestState changed the result"}


CHECK = RuleCheck("MRTR-007", _run)
