"""The server lists the roots of the client."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "tools/call" and turn.number == 1 and turn.conversation.declares("roots"):
        await turn.ask("roots/list")
    return turn.healthy()


SCENARIO = Scenario(
    name="roots",
    title="Roots",
    summary="The server lists the roots of the client.",
    first=SpecVersion.V2024_11_05,
    last=SpecVersion.V2025_11_25,
    client={"roots": [{"uri": "file:///workspace", "name": "workspace"}]},
    steps=(echo("one"), echo("two")),
    play=_play,
)
