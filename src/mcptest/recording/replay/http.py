"""A replay over Streamable HTTP: responses as JSON or as events, sessions in the handshake era."""

from __future__ import annotations

import asyncio
import os
import secrets
from contextlib import suppress
from typing import Final

from mcptest.mock.envelope import IncomingMessage, MessageKind, read_message
from mcptest.mock.http.asgi import (
    READ_SECONDS,
    Receive,
    Scope,
    Send,
    headers_of,
    read_body,
    until_left,
)
from mcptest.mock.http.endpoint import PATH
from mcptest.mock.http.guard import Guard
from mcptest.mock.http.render import event
from mcptest.mock.overrides.draft import Out
from mcptest.model.json import MISSING
from mcptest.recording.replay.player import Playbook, Player
from mcptest.wire.codec import encode

_SESSION: Final = "mcp-session-id"
_MOST_SESSIONS: Final = 1000
_STREAM: Final = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-cache")]


class ReplaySession:
    """One client, what waits for its GET stream, and its responses that are not complete."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.waiting: asyncio.Queue[Out] = asyncio.Queue()
        self.open: dict[str, asyncio.Queue[Out]] = {}  # by the request that the server made


class ReplayApplication:
    """The ASGI application of a replay."""

    def __init__(self, book: Playbook, guard: Guard) -> None:
        self._book = book
        self._guard = guard
        self._sessions: dict[str, ReplaySession] = {}
        self._unnamed: ReplaySession | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_of(scope["headers"])
        if (words := self._guard.refusal(headers)) is not None:
            await _plain(send, 403, words)
        elif scope["path"] != PATH:
            await _plain(send, 404, f"there is nothing here but {PATH}")
        elif scope["method"] == "POST":
            await self._post(headers, receive, send)
        elif scope["method"] == "GET" and headers.get(_SESSION) in self._sessions:
            await self._listen(self._sessions[headers[_SESSION]], receive, send)
        elif scope["method"] == "DELETE":
            known = self._sessions.pop(headers.get(_SESSION, ""), None)
            await _plain(send, 204 if known else 404, "")
        else:
            await _plain(send, 405, "")

    async def _post(self, headers: dict[str, str], receive: Receive, send: Send) -> None:
        try:
            body = await asyncio.wait_for(read_body(receive), READ_SECONDS)
        except (TimeoutError, ConnectionError):
            return
        if body is None:
            await _plain(send, 413, "the body is too large")
            return
        incoming = read_message(body)
        opened: list[tuple[bytes, bytes]] = []
        session = self._session(headers.get(_SESSION), incoming, opened)
        if session is None:
            await _plain(send, 404, "there is no such session")
            return
        outs = session.player.hear(incoming)
        if incoming.kind is MessageKind.REQUEST:
            await self._respond(session, outs, opened, receive, send)
        elif incoming.kind in (MessageKind.NOTIFICATION, MessageKind.RESPONSE):
            queue = session.open.pop(str(incoming.id), session.waiting)
            for out in outs:
                queue.put_nowait(out)
            await _plain(send, 202, "")
        else:
            messages = [out.message for out in outs if out.message is not MISSING]
            await _json(send, 400, encode(messages[0] if len(messages) == 1 else messages), opened)

    def _session(
        self, name: str | None, incoming: IncomingMessage, opened: list[tuple[bytes, bytes]]
    ) -> ReplaySession | None:
        if name is not None:
            return self._sessions.get(name)
        if incoming.method == "initialize":
            fresh = secrets.token_urlsafe(24)
            session = self._sessions[fresh] = ReplaySession(self._book.player())
            if len(self._sessions) > _MOST_SESSIONS:
                del self._sessions[next(iter(self._sessions))]
            opened.append((b"Mcp-Session-Id", fresh.encode()))
            return session
        if self._unnamed is None:
            self._unnamed = ReplaySession(self._book.player())
        return self._unnamed

    async def _respond(
        self,
        session: ReplaySession,
        outs: list[Out],
        opened: list[tuple[bytes, bytes]],
        receive: Receive,
        send: Send,
    ) -> None:
        """One response is JSON; whatever comes before it makes a stream of events."""
        if len(outs) == 1 and _is_response(outs[0]):
            await asyncio.sleep(outs[0].delay_ms / 1000)
            await _json(send, 200, _encoded(outs[0]), opened)
            return
        await send({"type": "http.response.start", "status": 200, "headers": [*_STREAM, *opened]})
        queue: asyncio.Queue[Out] = asyncio.Queue()
        for out in outs:
            queue.put_nowait(out)
        await self._play(session, queue, receive, send)
        await send({"type": "http.response.body", "body": b""})

    async def _play(
        self, session: ReplaySession, queue: asyncio.Queue[Out], receive: Receive, send: Send
    ) -> None:
        """Until the response is out, or the client is gone."""
        left = asyncio.ensure_future(until_left(receive))
        try:
            while (out := await _next(queue, left)) is not None:
                if isinstance(out.message, dict) and {"id", "method"} <= out.message.keys():
                    session.open[str(out.message["id"])] = queue
                await _write(send, out)
                if _is_response(out):
                    return
        finally:
            left.cancel()
            with suppress(asyncio.CancelledError):
                await left

    async def _listen(self, session: ReplaySession, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _STREAM})
        await send({"type": "http.response.body", "body": b": open\n\n", "more_body": True})
        await self._play(session, session.waiting, receive, send)


async def _next(queue: asyncio.Queue[Out], left: asyncio.Task[None]) -> Out | None:
    getting = asyncio.ensure_future(queue.get())
    done, _ = await asyncio.wait({getting, left}, return_when=asyncio.FIRST_COMPLETED)
    if getting in done:
        return getting.result()
    getting.cancel()
    return None


async def _write(send: Send, out: Out) -> None:
    await asyncio.sleep(out.delay_ms / 1000)
    if out.exit is not None:
        os._exit(out.exit)
    if out.message is not MISSING:
        body = event(out.message)
        await send({"type": "http.response.body", "body": body, "more_body": True})


def _is_response(out: Out) -> bool:
    return isinstance(out.message, dict) and "method" not in out.message


def _encoded(out: Out) -> bytes:
    return b"" if out.message is MISSING else encode(out.message)


async def _json(send: Send, status: int, body: bytes, opened: list[tuple[bytes, bytes]]) -> None:
    headers = [(b"content-type", b"application/json"), *opened]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _plain(send: Send, status: int, words: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")] if words else []
    if status != 204:  # noqa: PLR2004
        headers.append((b"content-length", str(len(words.encode())).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words.encode()})
