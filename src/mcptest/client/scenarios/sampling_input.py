"""A call needs a completion."""

from __future__ import annotations

from mcptest.client.asking import SAMPLE
from mcptest.client.rounds import note_retry, required
from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import JsonObject, MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.tool != "echo" or turn.arguments.get("text") != "ask":
        return turn.healthy()
    if not note_retry(turn) and turn.number_of("ask") == 1:
        request: JsonObject = {"method": "sampling/createMessage", "params": SAMPLE}
        return required(turn, "ask", state="sampling", request=request, capability="sampling")
    return turn.healthy()


SCENARIO = Scenario(
    name="sampling-input",
    title="A call that needs a completion",
    summary="A call returns input_required with a sampling request.",
    first=SpecVersion.V2026_07_28,
    client={"sampling": {}},
    steps=(echo("one"), echo("ask"), echo("two")),
    play=_play,
)
