"""The server responds to initialize after the client stopped waiting."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "initialize":
        await turn.pause(1.5)
    return turn.healthy()


SCENARIO = Scenario(
    name="stalled-opening",
    title="A stalled opening",
    summary="The response to initialize comes after the client was told to stop waiting.",
    last=SpecVersion.V2025_11_25,
    timeout=0.7,
    steps=(echo("one"),),
    play=_play,
)
