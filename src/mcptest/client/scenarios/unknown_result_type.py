"""A result has a resultType that the client does not know."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import JsonObject, MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.tool == "echo" and turn.arguments.get("text") == "one":  # also if it is repeated
        block: JsonObject = {"type": "text", "text": "one"}
        return turn.result({"resultType": "com.example/unknown", "content": [block]})
    return turn.healthy()


SCENARIO = Scenario(
    name="unknown-result-type",
    title="An unknown resultType",
    summary="A result has a resultType that no revision defines, which makes it invalid.",
    first=SpecVersion.V2026_07_28,
    steps=({**echo("one"), "about": "odd-type"}, echo("two")),
    play=_play,
)
