"""Replay over HTTP+SSE of 2024-11-05: GET opens a stream that names the URL for POST."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Final

from mcptest.mock.http.asgi import Receive, Scope, Send, until_left
from mcptest.recording.replay.http_read import posted_message
from mcptest.recording.replay.http_send import (
    event_of,
    next_out,
    open_stream,
    send_plain,
    write_part,
)
from mcptest.recording.replay.http_session import ReplaySession
from mcptest.recording.replay.player import Playbook

PATH: Final = "/sse"
_MESSAGES: Final = "/messages/"


class OldStreams:
    """The open streams by the last part of the address that they named."""

    def __init__(self, book: Playbook) -> None:
        self._book = book
        self._sessions: dict[str, ReplaySession] = {}

    def serves(self, path: str) -> bool:
        return path == PATH or path.startswith(_MESSAGES)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        session = self._sessions.get(scope["path"].removeprefix(_MESSAGES))
        if scope["path"] == PATH and scope["method"] == "GET":
            await self._stream(receive, send)
        elif scope["method"] != "POST" or scope["path"] == PATH:
            await send_plain(send, 405, "")
        elif session is None:
            await send_plain(send, 404, "unknown session")
        else:
            await _post(session, receive, send)

    async def _stream(self, receive: Receive, send: Send) -> None:
        name = secrets.token_urlsafe(16)
        session = self._sessions[name] = ReplaySession(self._book.player())
        left = asyncio.ensure_future(until_left(receive))
        try:
            await open_stream(send)
            await write_part(send, f"event: endpoint\ndata: {_MESSAGES}{name}\n\n".encode())
            while (out := await next_out(session.listening.waiting, left)) is not None:
                await write_part(send, await event_of(out))
        finally:
            del self._sessions[name]
            left.cancel()
            with suppress(asyncio.CancelledError):
                await left


async def _post(session: ReplaySession, receive: Receive, send: Send) -> None:
    incoming = await posted_message(receive, send)
    if incoming is None:
        return
    for out in session.player.hear(incoming):
        session.listening.waiting.put_nowait(out)
    await send_plain(send, 202, "Accepted")
