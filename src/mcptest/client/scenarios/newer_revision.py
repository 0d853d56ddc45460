"""The server speaks only a newer revision than the client asks for."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "initialize":
        return turn.opened_at(turn.revision_beside(1))
    return turn.healthy()


SCENARIO = Scenario(
    name="newer-revision",
    title="A newer revision",
    summary="The server speaks only a newer revision than the client asks for.",
    first=SpecVersion.V2024_11_05,
    last=SpecVersion.V2025_06_18,
    steps=(echo("one"),),
    play=_play,
)
