"""The server responds to initialize with a revision that does not exist."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    return turn.opened_at("1999-01-01") if turn.method == "initialize" else turn.healthy()


SCENARIO = Scenario(
    name="unknown-revision",
    title="An unknown revision",
    summary="The server responds to initialize with a revision that does not exist.",
    last=SpecVersion.V2025_11_25,
    steps=(echo("one"),),
    play=_play,
)
