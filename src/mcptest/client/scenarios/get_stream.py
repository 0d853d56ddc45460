"""The server offers a stream by GET and pings on it."""

from __future__ import annotations

import asyncio
from typing import Any

from mcptest.client.scenario import Scenario, echo
from mcptest.client.serve.endpoint import SESSION
from mcptest.client.serve.events import STREAM_HEADERS, event_text
from mcptest.client.serve.listener import HttpRequest
from mcptest.client.stage import ScenarioStage
from mcptest.model.json import JsonObject
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.codec import encode


async def _http(stage: ScenarioStage, request: HttpRequest) -> bool:
    if request.method != "GET" or not stage.conversations:
        return False
    conversation = stage.conversation_of(request.headers.get(SESSION))
    own = f"mcptest-get-{conversation.next_id()}"
    message: JsonObject = {"jsonrpc": "2.0", "id": own, "method": "ping"}
    waiting = conversation.expect(own)
    stage.log.told(message, conversation.number)
    await request.start(200, STREAM_HEADERS)
    await request.write(event_text(encode(message)))
    left = asyncio.ensure_future(request.is_gone.wait())
    either: set[asyncio.Future[Any]] = {waiting, left}
    try:
        await asyncio.wait(either, timeout=stage.silence_limit, return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done() and not left.done():
            stage.log.happened("waited", id=own, seconds=stage.silence_limit)
        await left
    finally:
        left.cancel()
    return True


SCENARIO = Scenario(
    name="get-stream",
    title="A stream by GET",
    summary="The server accepts the GET stream and pings on it.",
    transports=("http",),
    first=SpecVersion.V2025_03_26,
    last=SpecVersion.V2025_11_25,
    steps=(echo("one"), {"do": "wait", "seconds": 0.3}, echo("two")),
    http=_http,
)
