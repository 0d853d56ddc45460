"""The server asks a client that knows only forms to open a page."""

from __future__ import annotations

from mcptest.client.asking import URL
from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if (
        turn.method == "tools/call"
        and turn.number == 1
        and turn.conversation.declares("elicitation")
        and not turn.conversation.declares("elicitation", "url")
    ):
        await turn.ask("elicitation/create", URL)
    return turn.healthy()


SCENARIO = Scenario(
    name="elicitation-undeclared-mode",
    title="An undeclared elicitation mode",
    summary="The server asks a client that knows only forms to open a page.",
    first=SpecVersion.V2025_11_25,
    last=SpecVersion.V2025_11_25,
    client={"elicitation": {"modes": ["form"]}},
    steps=(echo("one"), echo("two")),
    play=_play,
)
