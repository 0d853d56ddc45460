"""A replay over HTTP: responses as JSON or as events, sessions in the handshake era."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Final

from mcptest.mock.envelope import IncomingMessage, MessageKind
from mcptest.mock.http.asgi import (
    Receive,
    Scope,
    Send,
    headers_of,
    until_left,
)
from mcptest.mock.http.endpoint import PATH
from mcptest.mock.http.guard import Guard
from mcptest.mock.overrides.draft import Out
from mcptest.model.json import MISSING
from mcptest.recording.replay.http_read import posted_message
from mcptest.recording.replay.http_send import (
    encoded,
    end_stream,
    event_of,
    is_response,
    next_out,
    open_stream,
    send_json,
    send_plain,
    write_part,
)
from mcptest.recording.replay.http_session import ReplaySession, ReplayStream
from mcptest.recording.replay.http_sse import OldStreams
from mcptest.recording.replay.player import Playbook
from mcptest.wire.codec import encode

_SESSION: Final = "mcp-session-id"
_MOST_SESSIONS: Final = 1000


class ReplayApplication:
    """The ASGI application of a replay."""

    def __init__(self, book: Playbook, guard: Guard) -> None:
        self._book = book
        self._guard = guard
        self._old = OldStreams(book)
        self._sessions: dict[str, ReplaySession] = {}
        self._unnamed: ReplaySession | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_of(scope["headers"])
        if (words := self._guard.refusal(headers)) is not None:
            await send_plain(send, 403, words)
        elif self._old.serves(scope["path"]):
            await self._old.answer(scope, receive, send)
        elif scope["path"] != PATH:
            await send_plain(send, 404, f"there is nothing here but {PATH}")
        elif scope["method"] == "POST":
            await self._post(headers, receive, send)
        elif scope["method"] == "GET" and headers.get(_SESSION) in self._sessions:
            session = self._sessions[headers[_SESSION]]
            await self._listen(session, headers.get("last-event-id", ""), receive, send)
        elif scope["method"] == "DELETE":
            known = self._sessions.pop(headers.get(_SESSION, ""), None)
            await send_plain(send, 204 if known else 404, "")
        else:
            await send_plain(send, 405, "")

    async def _post(self, headers: dict[str, str], receive: Receive, send: Send) -> None:
        incoming = await posted_message(receive, send)
        if incoming is None:
            return
        opened: list[tuple[bytes, bytes]] = []
        session = self._session(headers.get(_SESSION), incoming, opened)
        if session is None:
            await send_plain(send, 404, "unknown session")
            return
        outs = session.player.hear(incoming)
        if incoming.kind is MessageKind.REQUEST:
            await self._respond(session, outs, opened, receive, send)
        elif incoming.kind in (MessageKind.NOTIFICATION, MessageKind.RESPONSE):
            stream = session.open.pop(str(incoming.id), session.listening)
            for out in outs:
                stream.waiting.put_nowait(out)
            await send_plain(send, 202, "")
        else:
            messages = [out.message for out in outs if out.message is not MISSING]
            await send_json(
                send, 400, encode(messages[0] if len(messages) == 1 else messages), opened
            )

    def _session(
        self, name: str | None, incoming: IncomingMessage, opened: list[tuple[bytes, bytes]]
    ) -> ReplaySession | None:
        if name is not None:
            return self._sessions.get(name)
        if incoming.method == "initialize":
            fresh = secrets.token_urlsafe(24)
            session = self._sessions[fresh] = self._new_session()
            if len(self._sessions) > _MOST_SESSIONS:
                del self._sessions[next(iter(self._sessions))]
            opened.append((b"Mcp-Session-Id", fresh.encode()))
            return session
        if self._unnamed is None:
            self._unnamed = self._new_session()
        return self._unnamed

    def _new_session(self) -> ReplaySession:
        return ReplaySession(self._book.player(), resumable=self._book.resumable)

    async def _respond(
        self,
        session: ReplaySession,
        outs: list[Out],
        opened: list[tuple[bytes, bytes]],
        receive: Receive,
        send: Send,
    ) -> None:
        """One response is JSON; whatever comes before it makes a stream of events."""
        if len(outs) == 1 and is_response(outs[0]):
            await asyncio.sleep(outs[0].delay_ms / 1000)
            await send_json(send, 200, encoded(outs[0]), opened)
            return
        stream = session.new_stream()
        for out in outs:
            stream.waiting.put_nowait(out)
        await open_stream(send, *opened)
        await self._play(session, stream, receive, send)
        await end_stream(send)

    async def _play(
        self, session: ReplaySession, stream: ReplayStream, receive: Receive, send: Send
    ) -> None:
        """Until the response is out, or the client is gone."""
        left = asyncio.ensure_future(until_left(receive))
        try:
            while (out := await next_out(stream.waiting, left)) is not None:
                if isinstance(out.message, dict) and {"id", "method"} <= out.message.keys():
                    session.open[str(out.message["id"])] = stream
                part = stream.remember(await event_of(out))
                stream.complete = is_response(out)
                await write_part(send, part)
                if stream.complete:
                    return
        finally:
            left.cancel()
            with suppress(asyncio.CancelledError):
                await left

    async def _listen(
        self, session: ReplaySession, last_event: str, receive: Receive, send: Send
    ) -> None:
        await open_stream(send)
        await write_part(send, b": open\n\n")
        if (found := session.interrupted(last_event)) is None:
            await self._play(session, session.listening, receive, send)
            return
        stream, number = found
        await write_part(send, stream.after(number))
        if not stream.complete:
            await self._play(session, stream, receive, send)
        await end_stream(send)
