"""The client subscribes to a resource, which then changes."""

from __future__ import annotations

from mcptest.client.offer import WHOLE
from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method in ("resources/subscribe", "resources/unsubscribe"):
        return turn.result({})
    if turn.method == "tools/call" and turn.number == 1:
        turn.stage.expect_more("a resource update")
        await turn.notify("notifications/resources/updated", {"uri": "note://today"})
    return turn.healthy()


SCENARIO = Scenario(
    name="subscription",
    title="A subscription",
    summary="The client subscribes to a resource, and the server announces an update.",
    last=SpecVersion.V2025_11_25,
    offer=WHOLE,
    capabilities={"resources": {"subscribe": True}},
    steps=({"do": "subscribe", "uri": "note://today"}, echo("one"), echo("two")),
    play=_play,
)
