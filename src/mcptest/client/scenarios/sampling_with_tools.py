"""The server asks a client that supports tools for a completion with tools."""

from __future__ import annotations

from mcptest.client.asking import SAMPLE, TOOLS
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
        await turn.ask("sampling/createMessage", {**SAMPLE, **TOOLS})
    return turn.healthy()


SCENARIO = Scenario(
    name="sampling-with-tools",
    title="Sampling with declared tools",
    summary="The server asks a client that supports tools for a completion with tools.",
    first=SpecVersion.V2025_11_25,
    last=SpecVersion.V2025_11_25,
    client={"sampling": {"tools": True}},
    steps=(echo("one"), echo("two")),
    play=_play,
)
