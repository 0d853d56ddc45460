"""An HTTP server that forwards everything to the real one as it arrives."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final, cast

from mcptest.mock.http.guard import Guard, is_loopback
from mcptest.recording.proxy.http_heads import RequestHeads, Upstream
from mcptest.recording.proxy.http_reader import HttpReader, PieceKind
from mcptest.recording.proxy.socket_transport import SocketTransport, connect_at_once
from mcptest.recording.proxy.tap import Kind, Tap

_CONNECT: Final = 30.0
_GLANCE: Final = 1.0


class HttpProxy:
    """Every connection of a client gets one of its own to the server."""

    def __init__(
        self,
        upstream: Upstream,
        guard: Guard,
        tap: Tap,
        passed: Callable[[Kind], None] = lambda _kind: None,
    ) -> None:
        self.upstream = upstream
        self.heads = RequestHeads(upstream, guard)
        self.tap = tap
        self.passed = passed
        self._count = 0
        self._near: tuple[int, tuple[object, ...]] | None = None
        self.connections: set[ClientSideProtocol] = set()

    def accept(self) -> ClientSideProtocol:
        self._count += 1
        return ClientSideProtocol(self, self._count)

    def remember(self, transport: asyncio.Transport) -> None:
        """A server on this machine can be reached at once the next time."""
        stream, place = (transport.get_extra_info(name) for name in ("socket", "peername"))
        if self.upstream.tls is None and stream is not None and is_loopback(place[0]):
            self._near = (stream.family, place)

    def near_server(self) -> socket.socket | None:
        """A new connection to it; None where it is not known yet or must be waited for."""
        return None if self._near is None else connect_at_once(*self._near)

    async def serve(self, listener: socket.socket) -> None:
        """Until it is cancelled, or the parent process is gone."""
        loop = asyncio.get_running_loop()
        listener.setblocking(False)
        self._listen(loop, listener)
        parent = os.getppid()
        try:
            while parent <= 1 or os.getppid() == parent:  # noqa: ASYNC110  nobody tells us
                await asyncio.sleep(_GLANCE)
        finally:
            loop.remove_reader(listener)
            listener.close()
            for connection in list(self.connections):
                connection.abort()

    def _listen(self, loop: asyncio.AbstractEventLoop, listener: socket.socket) -> None:
        if listener.fileno() >= 0:
            loop.add_reader(listener, self._accept, loop, listener)

    def _accept(self, loop: asyncio.AbstractEventLoop, listener: socket.socket) -> None:
        try:
            stream, _ = listener.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError:  # too many open files: some will be closed
            loop.remove_reader(listener)
            loop.call_later(_GLANCE, self._listen, loop, listener)
            return
        SocketTransport(loop, stream, self.accept())


class ClientSideProtocol(asyncio.Protocol):
    """One connection of a client, and the one to the server that belongs to it."""

    def __init__(self, proxy: HttpProxy, channel: int) -> None:
        self._proxy = proxy
        self._channel = channel
        self._reader = HttpReader()
        self._early = bytearray()  # what came before the server was reached
        self._said_all = False
        self._server: asyncio.Transport | None = None
        self._connecting: asyncio.Task[None] | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self._proxy.connections.add(self)
        if (stream := self._proxy.near_server()) is not None:
            loop = asyncio.get_running_loop()
            self._server = SocketTransport(loop, stream, ServerSideProtocol(self))
        else:
            self._connecting = asyncio.ensure_future(self._connect())

    async def _connect(self) -> None:
        upstream, loop = self._proxy.upstream, asyncio.get_running_loop()
        address = upstream.address
        try:
            transport, _ = await asyncio.wait_for(
                loop.create_connection(
                    lambda: ServerSideProtocol(self),
                    address.host,
                    address.port,
                    ssl=upstream.tls,
                ),
                _CONNECT,
            )
        except (OSError, TimeoutError) as error:
            why = str(error) or "timed out"
            self._proxy.tap.note("server-unreachable", f"cannot connect to {address}: {why}")
            self._answer(502, f"cannot connect to {address}: {why}")
            return
        self._server = transport
        self._proxy.remember(transport)
        if self._early:
            self._server.write(bytes(self._early))
            self._early.clear()
        if self._said_all and not self.eof_received() and self.transport is not None:
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        at, heads, passed = monotonic(), self._proxy.heads, list[bytes]()
        for piece in self._reader.feed(data):
            if piece.kind is PieceKind.HEAD and piece.head is not None:
                words = heads.refusal(piece.head)
                if words is not None:
                    self._forward(b"".join(passed))
                    self._answer(403, words)
                    return
                passed.append(heads.rewritten(piece.head))
            else:
                passed.append(piece.raw)
        self._forward(b"".join(passed))
        self._proxy.tap.put(Kind.CLIENT, self._channel, data, at)
        self._proxy.passed(Kind.CLIENT)

    def _forward(self, data: bytes) -> None:
        if self._server is None:
            self._early += data
        elif data:
            self._server.write(data)

    def _answer(self, status: int, words: str) -> None:
        """An answer of our own; the connection ends with it."""
        if self.transport is None or self.transport.is_closing():
            return
        body = f"mcptest record: {words}\n".encode()
        reason = "Forbidden" if status == 403 else "Bad Gateway"  # noqa: PLR2004
        head = (
            f"HTTP/1.1 {status} {reason}\r\nContent-Type: text/plain; charset=utf-8\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()

    def came_back(self, data: bytes) -> None:
        at = monotonic()
        if self.transport is not None:
            self.transport.write(data)
        self._proxy.tap.put(Kind.SERVER, self._channel, data, at)
        self._proxy.passed(Kind.SERVER)

    def server_left(self) -> None:
        if self.transport is not None:
            self.transport.close()

    def hold(self, *, stop: bool) -> None:
        """The server does not take more for now."""
        if self.transport is not None and not self.transport.is_closing():
            (self.transport.pause_reading if stop else self.transport.resume_reading)()

    def pause_writing(self) -> None:
        if self._server is not None:
            self._server.pause_reading()

    def resume_writing(self) -> None:
        if self._server is not None and not self._server.is_closing():
            self._server.resume_reading()

    def eof_received(self) -> bool:
        """A client that stops sending may still wait for its answer."""
        self._said_all = True
        if self._server is None:
            return self._connecting is not None and not self._connecting.done()
        if self._server.can_write_eof():
            with suppress(OSError):
                self._server.write_eof()
                return True
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._proxy.connections.discard(self)
        if self._connecting is not None and not self._connecting.done():
            self._connecting.cancel()
        if self._server is not None:
            self._server.close()
        self._proxy.tap.put(Kind.CLOSED, self._channel, b"")

    def abort(self) -> None:
        for transport in (self.transport, self._server):
            if transport is not None:
                transport.abort()


class ServerSideProtocol(asyncio.Protocol):
    """The connection to the real server: what it sends goes back as it is."""

    def __init__(self, client: ClientSideProtocol) -> None:
        self._client = client

    def data_received(self, data: bytes) -> None:
        self._client.came_back(data)

    def pause_writing(self) -> None:
        self._client.hold(stop=True)

    def resume_writing(self) -> None:
        self._client.hold(stop=False)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._client.server_left()
