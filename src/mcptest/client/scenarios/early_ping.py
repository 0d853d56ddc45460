"""The server pings before it responds to initialize."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "initialize":
        await turn.ask("ping")
    return turn.healthy()


SCENARIO = Scenario(
    name="early-ping",
    title="A ping before the session is open",
    summary="The server pings before it responds to initialize, which is allowed.",
    transports=("stdio",),
    last=SpecVersion.V2025_11_25,
    steps=(echo("one"),),
    play=_play,
)
