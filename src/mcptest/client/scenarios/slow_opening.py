"""The server takes a while to respond to initialize."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "initialize":
        await turn.pause(0.4)
    return turn.healthy()


SCENARIO = Scenario(
    name="slow-opening",
    title="A slow opening",
    summary="The response to initialize takes 400 ms.",
    last=SpecVersion.V2025_11_25,
    steps=(echo("one"),),
    play=_play,
)
