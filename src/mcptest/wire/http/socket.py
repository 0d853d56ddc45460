"""A TCP or TLS connection for httpcore2 that counts what arrives and holds the header limit."""

from __future__ import annotations

import asyncio
import re
import select
import ssl
import sys
from collections.abc import Callable, Iterable
from typing import Any, cast

import httpcore2

_END_OF_HEAD = re.compile(rb"\n\r?\n")
_INTERIM = re.compile(rb"HTTP/1\.[01] 1(?!01)")
_HIGH_WATER = 256 * 1024
_FLUSH_AT = 64 * 1024


class HeadTooLargeError(httpcore2.RemoteProtocolError):
    """The status line and headers of one response exceed the limit."""


class KeptEndedError(httpcore2.ReadError):
    """A connection that was kept ended when it was used again, before a byte of the response."""


class Socket(asyncio.Protocol, httpcore2.AsyncNetworkStream):
    """One connection. What is written leaves with the next read, in one piece where it is small."""

    def __init__(self, head_limit: int, on_end: Callable[[], None]) -> None:
        self._head_limit = head_limit
        self._on_end = on_end
        self._transport: asyncio.Transport | None = None
        self._arrived = bytearray()
        self._outgoing = bytearray()
        self._waiter: asyncio.Future[None] | None = None
        self._writable = asyncio.Event()
        self._writable.set()
        self._ended = False
        self._failure: Exception | None = None
        self._head = bytearray()
        self._in_body = False
        self._tail = b""
        self._spoiled = False
        self._secured_ahead = False
        self._kept = False
        self.body_size = 0

    # What asyncio tells us

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._arrived += data
        if len(self._arrived) > _HIGH_WATER and self._transport is not None:
            self._transport.pause_reading()
        self._wake()

    def eof_received(self) -> bool:
        self._ended = True
        self._on_end()
        self._wake()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended = True
        self._failure = exc
        if exc is not None:
            self._on_end()
        self._writable.set()
        self._wake()

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    # What httpcore2 asks of us; its timeouts are not used, one deadline stands around it all

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002
        await self._flush()
        while not self._arrived and not self._ended:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        data = bytes(self._arrived[:max_bytes])
        del self._arrived[:max_bytes]
        if not data and self._kept and not self._head and not self._in_body:
            raise KeptEndedError(str(self._failure or "the server closed the connection"))
        if not data and self._failure is not None:
            raise httpcore2.ReadError(str(self._failure)) from self._failure
        if self._transport is not None and len(self._arrived) <= _HIGH_WATER:
            self._transport.resume_reading()
        self._count(data)
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        if not self._outgoing:
            self._kept = self._kept or self._in_body
            self._head, self._in_body, self._tail, self.body_size = bytearray(), False, b"", 0
        self._outgoing += buffer
        if len(self._outgoing) > _FLUSH_AT:
            await self._flush()

    async def _flush(self) -> None:
        # A server may answer and close before it read everything: the answer is what counts, so
        # a broken connection is reported by the read that follows.
        if self._outgoing and self._transport is not None and not self._transport.is_closing():
            self._transport.write(bytes(self._outgoing))
            await self._writable.wait()
        self._outgoing.clear()

    async def aclose(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    async def secure(self, context: ssl.SSLContext, host: str) -> None:
        """Begin TLS ahead of the first request.

        Raises: OSError.
        """
        assert self._transport is not None
        loop = asyncio.get_running_loop()
        secured = await loop.start_tls(self._transport, self, context, server_hostname=host)
        self._transport, self._secured_ahead = secured, True

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002
    ) -> Socket:
        try:
            if not self._secured_ahead:
                await self.secure(ssl_context, server_hostname or "")
        except OSError as error:
            raise httpcore2.ConnectError(str(error)) from error
        self._secured_ahead = False
        return self

    def get_extra_info(self, info: str) -> Any:
        if info == "is_readable":
            return self._spoiled or self._ended or bool(self._arrived) or self._has_news()
        return self._transport.get_extra_info(info) if self._transport is not None else None

    def _has_news(self) -> bool:
        """The kernel holds bytes or an end for an idle connection that the loop did not see yet."""
        raw = self.get_extra_info("socket")
        number = -1 if raw is None else raw.fileno()
        news = number < 0 or _is_readable(number)
        if news:
            self._on_end()
        return news

    # How much of the response there is

    def _count(self, data: bytes) -> None:
        self._tail = (self._tail + data)[-4:]
        if self._in_body:
            self.body_size += len(data)
            return
        self._head += data
        while (end := _END_OF_HEAD.search(self._head)) and _INTERIM.match(self._head):
            del self._head[: end.end()]
        self._in_body = end is not None
        self.body_size = len(self._head) - end.end() if end else 0
        if len(self._head) - self.body_size > self._head_limit:
            raise HeadTooLargeError(f"more than {self._head_limit} bytes of headers")

    def surplus(self, *, length: int | None, chunked: bool) -> bool:
        """More arrived than the response announced; then the connection is not used again."""
        more = length is not None and self.body_size > length
        more = more or (chunked and self._tail != b"\r\n\r\n")
        self._spoiled = self._spoiled or more or bool(self._arrived)
        return self._spoiled


class Dialer(httpcore2.AsyncNetworkBackend):
    """Opens sockets; one that was opened ahead of the first request is used for it."""

    def __init__(self, head_limit: int) -> None:
        self._head_limit = head_limit
        self._resolved: dict[tuple[str, int], str] = {}
        self.ready: Socket | None = None
        self.closed_on_us = False

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002
        local_address: str | None = None,  # noqa: ARG002
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,  # noqa: ARG002
    ) -> Socket:
        ready, self.ready = self.ready, None
        if ready is not None:
            if not ready.get_extra_info("is_readable"):
                return ready
            await ready.aclose()  # the server ended it before anything was said
        try:
            return await self.dial(host, port)
        except OSError as error:
            raise httpcore2.ConnectError(str(error)) from error

    async def dial(self, host: str, port: int) -> Socket:
        """Connect; a name is resolved once, and the address that answered is kept to.

        Raises: OSError.
        """
        known = self._resolved.get((host, port))
        # Only the first attempt races addresses: a cancelled race leaves sockets behind.
        transport, socket = await asyncio.get_running_loop().create_connection(
            lambda: Socket(self._head_limit, self._note_end),
            known or host,
            port,
            happy_eyeballs_delay=None if known or _is_literal(host) else 0.25,
        )
        self._resolved[host, port] = transport.get_extra_info("peername")[0]
        return socket

    def _note_end(self) -> None:
        self.closed_on_us = True


def _is_readable(number: int) -> bool:
    if sys.platform == "win32":
        return bool(select.select([number], [], [], 0)[0])
    poll = select.poll()
    poll.register(number, select.POLLIN)
    return bool(poll.poll(0))


def _is_literal(host: str) -> bool:
    return ":" in host or host.replace(".", "").isdigit()
