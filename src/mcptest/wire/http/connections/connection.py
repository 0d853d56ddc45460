"""One TCP or TLS connection that sends bytes and reads responses within limits."""

from __future__ import annotations

import asyncio
import re
import select
import ssl
import sys
from collections.abc import Callable
from typing import cast

from mcptest.wire.http.connections.response_head import ResponseHead, parse_head
from mcptest.wire.http.failures import closed, headers_too_large, invalid

_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
_LONGEST_END = 4
_PROTOCOL = b"HTTP/"
_SWITCHING, _FINAL = 101, 200
_HIGH_WATER = 256 * 1024
_READ = 64 * 1024  # read at once, into one buffer: asyncio would allocate 256 KiB for each read
_JOINED = 64 * 1024  # a body up to this size leaves in one piece with its head


class HttpConnection(asyncio.BufferedProtocol):
    """What was received and not yet taken is ``held``; readers cut it off from there."""

    def __init__(self, head_limit: int, on_end: Callable[[], None]) -> None:
        self.held = bytearray()
        self._buffer = memoryview(bytearray(_READ))
        self._head_limit = head_limit
        self._on_end = on_end
        self._transport: asyncio.Transport | None = None
        self._waiter: asyncio.Future[None] | None = None
        self._paused = False
        self._ended = False
        self.failure: Exception | None = None  # why it ended, where it was not closed in order
        self.kept = False  # it served before
        self._poll: select.poll | None = None

    # What asyncio tells us

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._socket = transport.get_extra_info("socket")

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002 - asyncio names it
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        self.held += self._buffer[:nbytes]
        if len(self.held) > _HIGH_WATER and self._transport is not None:
            self._transport.pause_reading()
            self._paused = True
        self._wake()

    def eof_received(self) -> bool:
        self._ended = True
        self._on_end()
        self._wake()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended = True
        self.failure = exc
        if exc is not None:
            self._on_end()
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    # What a request does with it

    def send(self, head: bytes, body: bytes) -> None:
        """Hand it to the kernel; nobody waits, for a server may answer before it read it all."""
        assert self._transport is not None
        if len(body) <= _JOINED:
            self._transport.write(head + body)
        else:
            self._transport.writelines([head, body])

    async def more(self) -> bool:
        """Wait until more is held; False when nothing will come, see ``failure``."""
        if self._ended:
            return False
        if self._paused and self._transport is not None:
            self._transport.resume_reading()
            self._paused = False
        before = len(self.held)
        self._waiter = asyncio.get_running_loop().create_future()
        await self._waiter
        return len(self.held) > before

    async def head(self) -> ResponseHead:
        """The head of the response, behind those that only announce it.

        Raises: BrokenError.
        """
        while (head := parse_head(await self._raw_head())).status < _FINAL:
            if head.status == _SWITCHING:
                raise invalid("status 101, but no other protocol was offered")
        return head

    async def _raw_head(self) -> bytes:
        held, seen = self.held, 0
        if not held:
            await self._more_of_head()
        while (end := _END_OF_HEAD.search(held, seen)) is None:
            if not _PROTOCOL.startswith(held[:5]):
                raise invalid(f"it starts with {bytes(held[:40])!r}")
            self._hold_to_limit(len(held))
            seen = max(0, len(held) - _LONGEST_END)
            await self._more_of_head()
        if not held.startswith(_PROTOCOL):
            raise invalid(f"it starts with {bytes(held[:40])!r}")
        self._hold_to_limit(end.end())
        raw = bytes(held[: end.start()])
        del held[: end.end()]
        return raw

    async def _more_of_head(self) -> None:
        if not await self.more():
            raise closed(self.failure, kept=self.kept and not self.held)

    def _hold_to_limit(self, size: int) -> None:
        if size > self._head_limit:
            raise headers_too_large(self._head_limit)

    def is_usable(self) -> bool:
        """Nothing came since the last response, not even an end that the loop did not see yet."""
        transport = self._transport
        if transport is None or self._ended or self.held or transport.get_write_buffer_size():
            return False
        number = self._socket.fileno()
        if number >= 0 and not self._is_readable(number):
            return True
        self._on_end()
        return False

    def _is_readable(self, number: int) -> bool:
        if sys.platform == "win32":
            return bool(select.select([number], [], [], 0)[0])
        if self._poll is None:
            self._poll = select.poll()
            self._poll.register(number, select.POLLIN)
        return bool(self._poll.poll(0))

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    async def secure(self, context: ssl.SSLContext, host: str) -> None:
        """Begin TLS.

        Raises: OSError.
        """
        assert self._transport is not None
        loop = asyncio.get_running_loop()
        self._transport = await loop.start_tls(self._transport, self, context, server_hostname=host)
