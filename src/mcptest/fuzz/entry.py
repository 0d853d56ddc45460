"""Write a finding as a suite entry that reproduces it."""

from __future__ import annotations

import json
from typing import Final

from mcptest.fuzz.hunt import Find
from mcptest.fuzz.oracle import FuzzOutcome
from mcptest.model.json import MISSING, Json, JsonObject

_WORDS: Final = {
    FuzzOutcome.CRASH: "survives unexpected input",
    FuzzOutcome.HANG: "responds to unexpected input in time",
    FuzzOutcome.PROTOCOL_VIOLATION: "follows the protocol on unexpected input",
    FuzzOutcome.CLEAN: "leaks nothing in its errors",
}


def suite_entry(tool: str, find: Find, *, limit: float, number: int) -> str:
    """One entry of ``tools:``; JSON is YAML, so every value stands as it was sent."""
    lines = [
        f"  - name: {_flow(f'{tool} {_WORDS[find.sighting.outcome]} ({number})')}",
        f"    tool: {_flow(tool)}",
        f"    args: {_flow(find.arguments)}",
        f"    timeout: {_flow(f'{limit * 1000:g}ms')}",
        "    expect:",
    ]
    return "\n".join([*lines, *(f"      - {_flow(one)}" for one in _expectations(find, limit))])


def _expectations(find: Find, limit: float) -> list[JsonObject]:
    """What holds once the fault is gone; no answer at all fails by itself."""
    reply = find.sighting.reply
    if find.sighting.leaks and reply is not None and find.sighting.outcome is FuzzOutcome.CLEAN:
        target = "error.message" if reply.error is not MISSING else "text"
        return [
            {"target": target, "matcher": {"not": {"contains": leak.excerpt}}}
            for leak in find.sighting.leaks
        ]
    return [{"target": "duration_ms", "matcher": {"range": {"max": limit * 1000}}}]


def _flow(value: Json) -> str:
    return json.dumps(value, ensure_ascii=True)
