"""The event stream uses what the SSE standard allows and few servers send."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.serve.events import STREAM_HEADERS, PostChannel
from mcptest.client.turn import Turn
from mcptest.model.json import MISSING, MaybeJson
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.codec import encode


async def _play(turn: Turn) -> MaybeJson:
    reply = turn.healthy()
    channel = turn.channel
    if turn.method != "tools/call" or turn.number > 1 or not isinstance(channel, PostChannel):
        return reply
    assert isinstance(reply, dict)
    turn.stage.expect_more("comments and CRLF in an event stream")
    turn.stage.log.told(reply, turn.conversation.number)
    await channel.request.start(200, STREAM_HEADERS)
    await channel.request.write(b": a comment\r\n\r\n:\r\n")
    await channel.request.write(b"data:" + encode(reply) + b"\r\n\r\n")
    await channel.request.finish()
    return MISSING


SCENARIO = Scenario(
    name="odd-events",
    title="An unusual event stream",
    summary="The stream has comments, CRLF line ends, no event name and no space after the colon.",
    transports=("http",),
    first=SpecVersion.V2025_03_26,
    steps=({**echo("one"), "about": "events"}, echo("two")),
    play=_play,
)
