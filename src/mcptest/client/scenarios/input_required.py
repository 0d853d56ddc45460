"""A call needs input and carries state."""

from __future__ import annotations

from mcptest.client.rounds import note_retry, required
from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.tool != "echo" or turn.arguments.get("text") != "ask":
        return turn.healthy()
    if not note_retry(turn) and turn.number_of("ask") == 1:
        return required(turn, "ask", state='opaque: {"n": 1} é')
    return turn.healthy()


SCENARIO = Scenario(
    name="input-required",
    title="A call that needs input",
    summary="A call returns input_required with a form and a state.",
    first=SpecVersion.V2026_07_28,
    client={"elicitation": {"content": {"name": "Ada"}}},
    steps=(echo("one"), echo("ask"), echo("two")),
    play=_play,
)
