"""The server asks the user for values of every type."""

from __future__ import annotations

from mcptest.client.asking import ELICIT
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
        await turn.ask("elicitation/create", ELICIT)
    return turn.healthy()


SCENARIO = Scenario(
    name="elicitation-form",
    title="Elicitation",
    summary="The server asks the user for values of every type.",
    first=SpecVersion.V2025_06_18,
    last=SpecVersion.V2025_11_25,
    client={
        "elicitation": {
            "content": {"name": "Ada", "age": 36, "ratio": 0.5, "agree": True, "color": "red"}
        }
    },
    steps=(echo("one"), echo("two")),
    play=_play,
)
