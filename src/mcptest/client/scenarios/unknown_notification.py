"""The server sends a notification that no revision knows."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "tools/call" and turn.number == 1:
        turn.stage.expect_more("an unknown notification")
        await turn.notify("notifications/mcptest/unknown", {"why": "to be ignored"})
    return turn.healthy()


SCENARIO = Scenario(
    name="unknown-notification",
    title="An unknown notification",
    summary="The server sends a notification that no revision defines during a call.",
    steps=(echo("one"), echo("two")),
    play=_play,
)
