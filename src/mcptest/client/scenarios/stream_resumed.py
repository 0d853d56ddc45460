"""The event stream of a call ends before the response."""

from __future__ import annotations

from typing import Final

from mcptest.client.scenario import Scenario, echo
from mcptest.client.serve.endpoint import SESSION
from mcptest.client.serve.events import STREAM_HEADERS, PostChannel, event_text
from mcptest.client.serve.listener import HttpRequest
from mcptest.client.stage import ScenarioStage
from mcptest.client.turn import Turn
from mcptest.model.json import MISSING, MaybeJson
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.codec import encode

RETRY: Final = 800  # milliseconds


async def _play(turn: Turn) -> MaybeJson:
    channel = turn.channel
    if turn.tool != "echo" or turn.number > 1 or not isinstance(channel, PostChannel):
        return turn.healthy()
    turn.stage.memory["reply"] = turn.result({"content": [{"type": "text", "text": "one"}]})
    retry = RETRY if turn.stage.version >= SpecVersion.V2025_11_25 else None
    turn.stage.log.fact(  # before the stream ends, or the client's wait would seem shorter
        "broken", event="stream-1-0", retry=retry, came_back=False, waited=None
    )
    await channel.event(b"", event_id="stream-1-0", retry=retry)
    await channel.request.finish()
    return MISSING


async def _http(stage: ScenarioStage, request: HttpRequest) -> bool:
    reply = stage.memory.get("reply")
    if request.method != "GET" or reply is None:
        return False
    fact = stage.log.facts["broken"][0]
    assert isinstance(fact, dict)
    named = request.headers.get("last-event-id")
    if not fact["came_back"] and named is not None:
        ended = fact["at"]
        assert isinstance(ended, float)
        waited = round(1000 * (stage.log.seconds() - ended))
        fact.update(came_back=True, waited=waited)
    await request.start(200, STREAM_HEADERS)
    if named == "stream-1-0":
        conversation = stage.conversation_of(request.headers.get(SESSION))
        stage.log.told(reply, conversation.number)
        await request.write(event_text(encode(reply), event_id="stream-1-1"))
    await request.finish()
    return True


SCENARIO = Scenario(
    name="stream-resumed",
    title="A stream that ends early",
    summary=(
        "The event stream of a call ends before the response, which comes when the "
        "client reconnects."
    ),
    transports=("http",),
    first=SpecVersion.V2025_03_26,
    last=SpecVersion.V2025_11_25,
    timeout=6.0,
    steps=(echo("one"), echo("two")),
    play=_play,
    http=_http,
)
