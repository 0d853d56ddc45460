"""Responses to a POST: one JSON object, or an event stream as soon as there is more to say."""

from __future__ import annotations

import asyncio
from typing import Final

from mcptest.client.serve.listener import HeaderPairs, HttpRequest
from mcptest.model.json import Json
from mcptest.wire.codec import encode

STREAM_HEADERS: Final = (
    ("Content-Type", "text/event-stream"),
    ("Cache-Control", "no-cache"),
    ("X-Accel-Buffering", "no"),
)
JSON_HEADERS: Final = (("Content-Type", "application/json"),)


class PostChannel:
    """What a scenario sends while it works on a request goes into the response to its POST."""

    def __init__(self, request: HttpRequest, *, headers: HeaderPairs = (), sse: bool) -> None:
        self.request = request
        self._headers = headers
        self._sse = sse

    @property
    def is_gone(self) -> asyncio.Event:
        return self.request.is_gone

    async def send(self, message: Json) -> None:
        await self.event(encode(message))

    async def event(
        self, data: bytes, *, event_id: str | None = None, retry: int | None = None
    ) -> None:
        """Send one event, opening the stream where that has not been done."""
        if not self.request.responded:
            await self.request.start(200, (*STREAM_HEADERS, *self._headers))
        await self.request.write(event_text(data, event_id=event_id, retry=retry))

    async def finish(self, reply: Json | None, *, status: int = 200) -> None:
        """The last word."""
        if self.request.responded:
            if reply is not None:
                await self.send(reply)
            await self.request.finish()
        elif reply is None:
            await self.request.respond(202, self._headers)
        elif self._sse and status == 200:  # noqa: PLR2004
            await self.send(reply)
            await self.request.finish()
        else:
            await self.request.respond(status, (*JSON_HEADERS, *self._headers), encode(reply))


def event_text(
    data: bytes, *, event_id: str | None = None, retry: int | None = None, name: str = "message"
) -> bytes:
    """One event."""
    head = f"event: {name}\n" if data else ""
    if event_id is not None:
        head += f"id: {event_id}\n"
    if retry is not None:
        head += f"retry: {retry}\n"
    return head.encode() + b"data: " + data + b"\n\n"
