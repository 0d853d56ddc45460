"""The server asks for a method that no revision knows."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "tools/call" and turn.number == 1:
        turn.stage.expect_more("a request for an unknown method")
        await turn.ask("mcptest/unknown", {"why": "to be refused"})
    return turn.healthy()


SCENARIO = Scenario(
    name="unknown-method",
    title="An unknown method",
    summary="The server sends a request that no revision defines.",
    last=SpecVersion.V2025_11_25,
    steps=(echo("one"), echo("two")),
    play=_play,
)
