"""A result has no resultType, as servers of earlier revisions send it."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.tool == "echo" and turn.arguments.get("text") == "one":  # also if it is repeated
        return turn.result({"content": [{"type": "text", "text": "one"}]})
    return turn.healthy()


SCENARIO = Scenario(
    name="no-result-type",
    title="A result without resultType",
    summary="A result lacks resultType and must be treated as complete.",
    first=SpecVersion.V2026_07_28,
    steps=({**echo("one"), "about": "untyped"}, echo("two")),
    play=_play,
)
