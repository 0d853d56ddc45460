"""A tool returns structured content that does not match its output schema."""

from __future__ import annotations

from mcptest.client.scenario import LIST_TOOLS, Scenario, call
from mcptest.client.turn import Turn
from mcptest.model.json import JsonObject, MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.tool == "add" and turn.arguments.get("a") == 0:
        block: JsonObject = {"type": "text", "text": "many"}
        wrong: JsonObject = {"content": [block], "structuredContent": {"total": "many"}}
        return turn.result({**turn.complete(), **wrong})
    return turn.healthy()


SCENARIO = Scenario(
    name="structured-content",
    title="Structured content",
    summary="One call returns structured content that matches the output schema, one does not.",
    first=SpecVersion.V2025_06_18,
    steps=(
        LIST_TOOLS,
        {**call("add", {"a": 1, "b": 2}), "checked": True, "about": "structured"},
        {**call("add", {"a": 0, "b": 2}), "checked": True, "about": "misfit"},
    ),
    play=_play,
)
