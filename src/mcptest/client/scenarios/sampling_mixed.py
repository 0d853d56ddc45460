"""The server mixes tool results and other content in one message."""

from __future__ import annotations

from mcptest.client.asking import MIXED
from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if (
        turn.method == "tools/call"
        and turn.number == 1
        and turn.conversation.declares("sampling", "tools")
    ):
        await turn.ask("sampling/createMessage", MIXED)
    return turn.healthy()


SCENARIO = Scenario(
    name="sampling-mixed",
    title="Sampling with mixed content",
    summary="The server mixes tool results and other content in one message.",
    first=SpecVersion.V2025_11_25,
    last=SpecVersion.V2025_11_25,
    client={"sampling": {"tools": True}},
    steps=(echo("one"), echo("two")),
    play=_play,
)
