"""An HTTP server in a thread of its own that passes everything on, with a middle in between."""

from __future__ import annotations

import asyncio
import os
import threading
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from tests.lab.change import Answer, HttpReply, Middle, Pause
from tests.lab.http_wire import (
    Head,
    chunk,
    head_text,
    kept_headers,
    read_body,
    read_head,
    read_parts,
    whole_text,
)
from tests.lab.interpose import Conversation, parse
from tests.lab.sse_text import Event, Events, write_event

_EVENTS = "text/event-stream"


def proxy() -> Proxy:
    """One for each process: a fork has no thread that would serve its parent's."""
    return _proxy(os.getpid())


@cache
def _proxy(_process: int) -> Proxy:
    return Proxy()


class Proxy:
    """One listener for all trials of this process; each puts its own middle on it in turn."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._upstream = ("127.0.0.1", 0)
        self._middle = Middle()
        self._sessions: dict[str, str] = {}  # the name the client knows: the server's own
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        starting = asyncio.start_server(self._serve, "127.0.0.1", 0, limit=2**24)
        server = asyncio.run_coroutine_threadsafe(starting, self._loop).result(10)
        self.port = server.sockets[0].getsockname()[1]

    def put(self, url: str, middle: Middle) -> str:
        address = urlsplit(url)
        self._upstream = (address.hostname or "127.0.0.1", address.port or 80)
        self._middle = middle
        return f"http://127.0.0.1:{self.port}{address.path}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError, ValueError):
            while (head := await read_head(reader)) is not None:
                body = await read_body(reader, head, to_end=False)
                exchange = _Exchange(self, reader, writer, head, body)
                if not await exchange.run():
                    break
        writer.close()

    def to_server(self, head: Head) -> bytes:
        """The request as the server would have got it without us."""
        here, there = f"127.0.0.1:{self.port}", "{}:{}".format(*self._upstream)
        lines = [head.first]
        for name, value in head.headers:
            if name.lower() in ("connection", "transfer-encoding", "content-length"):
                continue
            own = self._sessions.get(value, value) if name.lower() == "mcp-session-id" else value
            lines.append(f"{name}: {own.replace(here, there)}")
        return ("\r\n".join([*lines, "Connection: close"])).encode("latin-1")

    def renamed(self, reply: HttpReply) -> None:
        """Sessions by the names that the middle gives them."""
        own = reply.header("mcp-session-id")
        if own is not None and self._middle.own_session is not None:
            name = self._middle.own_session(own)
            self._sessions[name] = own
            self._middle.made += 1
            reply.set("Mcp-Session-Id", name)


class _Exchange:
    """One request and its answer."""

    def __init__(self, proxy: Proxy, reader, writer, head: Head, body: bytes) -> None:
        self._proxy = proxy
        self._middle = proxy._middle
        self._reader = reader
        self._writer = writer
        self._head = head
        self._body = body
        self._method = head.first.split(" ")[0]
        self._conversation = Conversation(self._middle)
        self._asked: Any = parse(body) if body else None

    async def run(self) -> bool:
        """Whether the connection goes on."""
        heard: Any = self._conversation.hear(self._body) if self._body else self._body
        if heard is None:
            return await self._write(HttpReply(202, "Accepted", []))
        if isinstance(heard, Answer):
            text = self._middle.spell(heard.message)
            headers = [("Content-Type", "application/json")]
            return await self._write(HttpReply(200, "OK", headers, text))
        reader, writer = await asyncio.open_connection(*self._proxy._upstream, limit=2**24)
        try:
            length = f"\r\nContent-Length: {len(heard)}" if heard or self._method == "POST" else ""
            writer.write(self._proxy.to_server(self._head) + f"{length}\r\n\r\n".encode() + heard)
            await writer.drain()
            return await self._answer(reader)
        finally:
            writer.close()

    async def _answer(self, upstream: asyncio.StreamReader) -> bool:
        head = await read_head(upstream)
        if head is None:
            return False
        _, status, *reason = head.first.split(" ", 2)
        reply = HttpReply(int(status), reason[0] if reason else "", kept_headers(head))
        self._proxy.renamed(reply)
        if (head.header("content-type") or "").startswith(_EVENTS):
            return await self._stream(reply, read_parts(upstream, head, to_end=True))
        silent = self._method == "HEAD"
        reply.body = b"" if silent else await read_body(upstream, head, to_end=True)
        message = parse(reply.body) if reply.body else None
        if not isinstance(message, dict | list) or "jsonrpc" not in str(message):
            return await self._write(reply)
        outs = [out async for out in self._outs(reply.body)]
        if reply.status != HTTPStatus.OK:  # the body of a refusal is one message, and no stream
            outs = [out for out in outs if "method" not in (parse(out) or {})] or outs[:1]
        if len(outs) != 1 or (self._middle.as_sse and reply.status == 200):
            return await self._as_stream(reply, outs)
        reply.body = outs[0]
        return await self._write(reply)

    async def _outs(self, raw: bytes):
        for out in self._conversation.said(raw):
            if isinstance(out, Pause):
                await asyncio.sleep(out.seconds)
            else:
                yield out

    async def _write(self, reply: HttpReply) -> bool:
        reply = self._middle.http(reply, self._method, self._asked)
        bodiless = self._method == "HEAD"
        self._writer.write(whole_text(reply, bodiless=bodiless))
        await self._writer.drain()
        return not reply.close

    async def _as_stream(self, reply: HttpReply, outs: list[bytes]) -> bool:
        reply.set("Content-Type", _EVENTS)
        reply.set("X-Accel-Buffering", "no")  # as a stream should have it since 2026-07-28
        self._middle.made += 1
        await self._begin(reply)
        for out in outs:
            await self._piece(write_event(Event(out), self._middle.sse))
        return await self._finish(reply)

    async def _begin(self, reply: HttpReply) -> None:
        changed = self._middle.http(reply, self._method, self._asked)
        self._writer.write(changed.early)
        self._writer.write(head_text(changed, [("Transfer-Encoding", "chunked")]))
        if self._middle.sse.before:
            await self._piece(self._middle.sse.before)

    async def _piece(self, text: bytes) -> None:
        size = self._middle.sse.bytes_at_once or len(text)
        for start in range(0, len(text), size):
            self._writer.write(chunk(text[start : start + size]))
            await self._writer.drain()

    async def _finish(self, reply: HttpReply) -> bool:
        self._writer.write(b"0\r\n\r\n")
        await self._writer.drain()
        return not reply.close

    async def _stream(self, reply: HttpReply, parts) -> bool:
        """Event by event, until either side ends it."""
        await self._begin(reply)
        gone = asyncio.ensure_future(self._reader.read(1))
        passing = asyncio.ensure_future(self._pass_on(parts))
        try:
            await asyncio.wait({gone, passing}, return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                return False
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                await passing
            self._middle.made += 1
            await self._finish(reply)
            return False
        finally:
            for task in (gone, passing):
                task.cancel()
            await asyncio.gather(gone, passing, return_exceptions=True)

    async def _pass_on(self, parts) -> None:
        events = Events()
        async for part in parts:
            for event in events.feed(part):
                if event.data is None or not isinstance(parse(event.data), dict | list):
                    await self._piece(write_event(event, self._middle.sse))
                    continue
                others = event.others
                async for out in self._outs(event.data):
                    await self._piece(write_event(Event(out, others), self._middle.sse))
                    others = [line for line in others if not line.startswith(b"id:")]
