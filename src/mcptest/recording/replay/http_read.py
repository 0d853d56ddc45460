"""Read a message that a client posts to a replay."""

from __future__ import annotations

import asyncio

from mcptest.mock.envelope import IncomingMessage, read_message
from mcptest.mock.http.asgi import READ_SECONDS, Receive, Send, read_body
from mcptest.recording.replay.http_send import send_plain


async def posted_message(receive: Receive, send: Send) -> IncomingMessage | None:
    """None if the client left or the body is too large, which is already answered."""
    try:
        body = await asyncio.wait_for(read_body(receive), READ_SECONDS)
    except (TimeoutError, ConnectionError):
        return None
    if body is None:
        await send_plain(send, 413, "the body is too large")
        return None
    return read_message(body)
