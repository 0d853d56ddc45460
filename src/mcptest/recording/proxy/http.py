"""An HTTP server to its clients, which passes everything on to the real one as it comes.

Only the head of a request is touched: ``Host`` and ``Origin`` must name the real server.
"""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, cast

from mcptest.mock.http.guard import Guard
from mcptest.model.record import record
from mcptest.recording.proxy.http_reader import HttpHead, HttpReader, PieceKind
from mcptest.recording.proxy.tap import Kind, Tap
from mcptest.wire.http.address import Address

_CONNECT: Final = 30.0
_GLANCE: Final = 1.0


@record
class Upstream:
    """The real server: where it is, whom to trust, what to send with every request."""

    address: Address
    tls: ssl.SSLContext | None
    headers: Mapping[str, str]


class HttpProxy:
    """Every connection of a client gets one of its own to the server."""

    def __init__(self, upstream: Upstream, guard: Guard, tap: Tap) -> None:
        self.upstream = upstream
        self.guard = guard
        self.tap = tap
        self._count = 0
        self.connections: set[ClientSideProtocol] = set()

    def accept(self) -> ClientSideProtocol:
        self._count += 1
        return ClientSideProtocol(self, self._count)

    async def serve(self, listener: socket.socket) -> None:
        """Until it is cancelled, or the parent process is gone."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(self.accept, sock=listener)
        parent = os.getppid()
        try:
            while parent <= 1 or os.getppid() == parent:  # noqa: ASYNC110  nobody tells us
                await asyncio.sleep(_GLANCE)
        finally:
            server.close()
            for connection in list(self.connections):
                connection.abort()


class ClientSideProtocol(asyncio.Protocol):
    """One connection of a client, and the one to the server that belongs to it."""

    def __init__(self, proxy: HttpProxy, channel: int) -> None:
        self._proxy = proxy
        self._channel = channel
        self._reader = HttpReader()
        self._early = bytearray()  # what came before the server was reached
        self._server: asyncio.Transport | None = None
        self._connecting: asyncio.Task[None] | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self._proxy.connections.add(self)
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
        if self._early:
            self._server.write(bytes(self._early))
            self._early.clear()

    def data_received(self, data: bytes) -> None:
        for piece in self._reader.feed(data):
            if piece.kind is PieceKind.HEAD and piece.head is not None:
                words = self._proxy.guard.refusal(_by_name(piece.head))
                if words is not None:
                    self._answer(403, words)
                    return
                self._forward(self._rewritten(piece.head))
            else:
                self._forward(piece.raw)
        self._proxy.tap.put(Kind.CLIENT, self._channel, data)

    def _forward(self, data: bytes) -> None:
        if self._server is None:
            self._early += data
        elif data:
            self._server.write(data)

    def _rewritten(self, head: HttpHead) -> bytes:
        """The head as the server would get it without us, and with the headers of the user."""
        address, extra = self._proxy.upstream.address, self._proxy.upstream.headers
        ours = {name.lower() for name in extra}
        lines = [head.start]
        for name, value in head.headers:
            if name.lower() == "host":
                lines.append(f"{name}: {address.authority}")
            elif name.lower() == "origin":
                lines.append(f"{name}: {address.scheme}://{address.authority}")
            elif name.lower() not in ours:
                lines.append(f"{name}: {value}")
        lines += [f"{name}: {value}" for name, value in extra.items()]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

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
        if self.transport is not None:
            self.transport.write(data)
        self._proxy.tap.put(Kind.SERVER, self._channel, data)

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
        if self._server is not None and self._server.can_write_eof():
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


def _by_name(head: HttpHead) -> dict[str, str]:
    """As the guard reads them: one that came twice equals nothing."""
    found: dict[str, str] = {}
    for name, value in head.headers:
        key = name.lower()
        found[key] = f"{found[key]}, {value}" if key in found else value
    return found
