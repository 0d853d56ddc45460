"""The client listens for changes, and the server ends the subscription."""

from __future__ import annotations

from typing import Final

from mcptest.client.offer import WHOLE
from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import JsonObject, MaybeJson
from mcptest.model.spec_version import SpecVersion

SUBSCRIPTION: Final = "io.modelcontextprotocol/subscriptionId"
_WANTED: Final[JsonObject] = {"toolsListChanged": True, "resourceSubscriptions": ["note://today"]}


async def _play(turn: Turn) -> MaybeJson:
    if turn.arguments.get("text") == "two":
        await turn.pause(0.5)  # so that the client sees the end
    if turn.method != "subscriptions/listen" or turn.incoming.id is None:
        return turn.healthy()
    turn.stage.expect_more("the notifications of a subscription")
    tag: JsonObject = {"_meta": {SUBSCRIPTION: turn.incoming.id}}  # type: ignore[dict-item]
    agreed: JsonObject = {"toolsListChanged": True}  # less than was asked for
    await turn.notify("notifications/subscriptions/acknowledged", {**tag, "notifications": agreed})
    await turn.notify("notifications/tools/list_changed", tag)
    await turn.pause(0.3)
    return turn.result({"resultType": "complete", **tag})


SCENARIO = Scenario(
    name="listening",
    title="A subscription that ends",
    summary="The server grants less than the client listens for, and then ends the subscription.",
    first=SpecVersion.V2026_07_28,
    offer=WHOLE,
    capabilities={"tools": {"listChanged": True}, "resources": {}},
    steps=(echo("one"), {"do": "listen", "notifications": _WANTED}, echo("two")),
    play=_play,
)
