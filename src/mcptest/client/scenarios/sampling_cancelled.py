"""The server cancels a completion that the client is working on."""

from __future__ import annotations

from mcptest.client.asking import SAMPLE
from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "tools/call" and turn.number == 1 and turn.conversation.declares("sampling"):
        own = turn.conversation.next_id()
        await turn.ask("sampling/createMessage", SAMPLE, request_id=own, seconds=0.2)
        await turn.notify("notifications/cancelled", {"requestId": own, "reason": "not needed"})
        await turn.pause(1.6)
    return turn.healthy()


SCENARIO = Scenario(
    name="sampling-cancelled",
    title="A cancelled completion",
    summary="The server cancels a sampling request that the client is working on.",
    last=SpecVersion.V2025_11_25,
    client={"sampling": {"delay_ms": 1200}},
    steps=(echo("one"), echo("two")),
    play=_play,
)
