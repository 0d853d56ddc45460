"""The server asks the client for a completion."""

from __future__ import annotations

from mcptest.client.asking import SAMPLE
from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "tools/call" and turn.number == 1 and turn.conversation.declares("sampling"):
        await turn.ask("sampling/createMessage", SAMPLE)
    return turn.healthy()


SCENARIO = Scenario(
    name="sampling",
    title="Sampling",
    summary="The server asks the client for a completion.",
    first=SpecVersion.V2024_11_05,
    last=SpecVersion.V2025_11_25,
    client={"sampling": {}},
    steps=(echo("one"), echo("two")),
    play=_play,
)
