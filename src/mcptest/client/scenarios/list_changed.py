"""The server says that its lists changed."""

from __future__ import annotations

from mcptest.client.offer import WHOLE
from mcptest.client.scenario import LIST_TOOLS, Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "tools/call" and turn.number == 1:
        turn.stage.expect_more("list_changed notifications")
        for kind in ("tools", "prompts", "resources"):
            await turn.notify(f"notifications/{kind}/list_changed")
    return turn.healthy()


SCENARIO = Scenario(
    name="list-changed",
    title="Lists that change",
    summary="The server announces that tools, prompts and resources changed.",
    last=SpecVersion.V2025_11_25,
    offer=WHOLE,
    capabilities={kind: {"listChanged": True} for kind in ("tools", "prompts", "resources")},
    steps=(LIST_TOOLS, echo("one"), LIST_TOOLS, echo("two")),
    play=_play,
)
