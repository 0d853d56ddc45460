"""The server pings during a call, with ids that differ only in type."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "tools/call" and turn.number == 1:
        await turn.ask("ping", request_id=7)
        await turn.ask("ping", request_id="7")
        await turn.pause(0.05)
    return turn.healthy()


SCENARIO = Scenario(
    name="ping",
    title="Ping",
    summary='The server pings twice during a call, with the ids 7 and "7".',
    last=SpecVersion.V2025_11_25,
    steps=(echo("one"), echo("two")),
    play=_play,
)
