"""A call takes longer than the client waits, and its response comes late."""

from __future__ import annotations

import asyncio
from typing import Final

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson

LONGEST: Final = 8.0  # seconds
GLANCE: Final = 0.05


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "tools/call" and turn.arguments.get("text") == "slow":
        own = turn.incoming.id
        assert isinstance(own, str | int)
        fact = turn.stage.log.fact("held", id=own, method=turn.method, moved_on=False, closed=False)
        fact["moved_on"] = await _moves_on(turn)
        fact["closed"] = turn.channel.is_gone.is_set()
        if not fact["closed"]:
            turn.stage.expect_more("a response after its request was cancelled", own=True)
    return turn.healthy()


async def _moves_on(turn: Turn) -> bool:
    """Hold the response until the client asks for something else, up to a limit."""
    for _ in range(round(LONGEST / GLANCE)):
        await asyncio.sleep(GLANCE)
        if turn.stage.was_asked_since(turn):
            return True
    return False


SCENARIO = Scenario(
    name="slow-call",
    title="A slow call",
    summary="A call takes longer than the client is told to wait; the response comes late.",
    timeout=2.0,
    steps=(
        echo("one"),
        echo("slow"),
        echo("two"),
        {"do": "wait", "seconds": 0.5},
        echo("three"),
    ),
    play=_play,
)
