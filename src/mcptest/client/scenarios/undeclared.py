"""The server asks for what the client did not declare."""

from __future__ import annotations

from mcptest.client.asking import ELICIT, SAMPLE
from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "tools/call" and turn.number == 1:
        turn.stage.expect_more("requests for undeclared capabilities")
        if not turn.conversation.declares("sampling"):
            await turn.ask("sampling/createMessage", SAMPLE)
        if not turn.conversation.declares("roots"):
            await turn.ask("roots/list")
        elicits = turn.stage.version >= SpecVersion.V2025_06_18
        if elicits and not turn.conversation.declares("elicitation"):
            await turn.ask("elicitation/create", ELICIT)
    return turn.healthy()


SCENARIO = Scenario(
    name="undeclared",
    title="Undeclared capabilities",
    summary=(
        "The server requests sampling, roots and elicitation from a client that declares "
        "none of them."
    ),
    last=SpecVersion.V2025_11_25,
    steps=(echo("one"), echo("two")),
    play=_play,
)
