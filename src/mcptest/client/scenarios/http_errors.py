"""The server responds to calls with HTTP errors."""

from __future__ import annotations

from typing import Final

from mcptest.client.scenario import Scenario, echo
from mcptest.client.serve.events import PostChannel
from mcptest.client.turn import Turn
from mcptest.model.json import MISSING, MaybeJson
from mcptest.model.spec_version import SpecVersion

_STATUSES: Final = (500, 503)


async def _play(turn: Turn) -> MaybeJson:
    channel = turn.channel
    if turn.tool != "echo" or turn.number > len(_STATUSES) or not isinstance(channel, PostChannel):
        return turn.healthy()
    status = _STATUSES[turn.number - 1]
    await channel.request.respond(status, (("Content-Type", "text/plain"),), b"try again later")
    return MISSING


SCENARIO = Scenario(
    name="http-errors",
    title="HTTP errors",
    summary="Calls get HTTP 500 and 503 with a body that is not JSON.",
    transports=("http",),
    first=SpecVersion.V2025_03_26,
    timeout=3.0,
    steps=(echo("one"), echo("two"), echo("three")),
    play=_play,
)
