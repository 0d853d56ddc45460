"""The server suggests a default for every field, and the user accepts them."""

from __future__ import annotations

from mcptest.client.asking import DEFAULTS
from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if (
        turn.method == "tools/call"
        and turn.number == 1
        and turn.conversation.declares("elicitation")
    ):
        await turn.ask("elicitation/create", DEFAULTS)
    return turn.healthy()


SCENARIO = Scenario(
    name="elicitation-defaults",
    title="Elicitation defaults",
    summary="The server suggests a default for every field, and the user accepts them.",
    first=SpecVersion.V2025_11_25,
    last=SpecVersion.V2025_11_25,
    client={"elicitation": {}},
    steps=(echo("one"), echo("two")),
    play=_play,
)
