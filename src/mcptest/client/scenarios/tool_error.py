"""A tool reports that it failed."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import JsonObject, MaybeJson


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "tools/call" and turn.number == 1:
        turn.stage.expect_more("a tool error")
        block: JsonObject = {"type": "text", "text": "The disk is full."}
        return turn.result({**turn.complete(), "content": [block], "isError": True})
    return turn.healthy()


SCENARIO = Scenario(
    name="tool-error",
    title="A tool error",
    summary="A call returns a result with isError: true.",
    steps=(echo("one"), echo("two")),
    play=_play,
)
