"""A transport on one socket that is ready as soon as it is made.

The transports of asyncio become ready some turns of the event loop later. A client that opens a
connection for every call would wait for them each time, on both sides of the proxy.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Final

_CHUNK: Final = 64 * 1024
_HIGH: Final = 64 * 1024  # bytes that wait before the other side is asked to pause


class SocketTransport(asyncio.Transport):
    """Reads and writes at once; what the socket does not take waits here."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, stream: socket.socket, protocol: asyncio.Protocol
    ) -> None:
        super().__init__()
        stream.setblocking(False)
        with suppress(OSError):
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._loop = loop
        self._stream = stream
        self._descriptor = stream.fileno()
        self._protocol = protocol
        self._waiting = bytearray()
        self._closing = self._over = self._ended = self._full = False
        self._reads = False
        protocol.connection_made(self)
        self.resume_reading()

    def is_closing(self) -> bool:
        return self._closing

    def pause_reading(self) -> None:
        if self._reads:
            self._reads = False
            self._loop.remove_reader(self._descriptor)

    def resume_reading(self) -> None:
        if not self._reads and not self._closing:
            self._reads = True
            self._loop.add_reader(self._descriptor, self._read)

    def _read(self) -> None:
        try:
            data = self._stream.recv(_CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.abort()
            return
        if data:
            self._protocol.data_received(data)
        elif self._protocol.eof_received():
            self.pause_reading()
        else:
            self.close()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._over or self._ended:
            return
        sent = 0
        if not self._waiting:
            try:
                sent = self._stream.send(data)
            except (BlockingIOError, InterruptedError):
                pass
            except OSError:
                self.abort()
                return
            if sent == len(data):
                return
            self._loop.add_writer(self._descriptor, self._flush)
        self._waiting += data[sent:]
        if len(self._waiting) > _HIGH and not self._full:
            self._full = True
            self._protocol.pause_writing()

    def _flush(self) -> None:
        try:
            del self._waiting[: self._stream.send(self._waiting)]
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.abort()
            return
        if self._full and not self._waiting:
            self._full = False
            self._protocol.resume_writing()
        if not self._waiting:
            self._all_is_sent()

    def _all_is_sent(self) -> None:
        self._loop.remove_writer(self._descriptor)
        if self._closing:
            self._finish()
        elif self._ended:
            self._shut_down()

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        if not self._ended and not self._closing:
            self._ended = True
            if not self._waiting:
                self._shut_down()

    def _shut_down(self) -> None:
        with suppress(OSError):
            self._stream.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """After everything is sent."""
        if not self._closing:
            self.pause_reading()
            self._closing = True
            if not self._waiting:
                self._finish()

    def abort(self) -> None:
        """Now; what waits is dropped."""
        self.pause_reading()
        self._closing = True
        self._waiting.clear()
        self._finish()

    def _finish(self) -> None:
        if not self._over:
            self._over = True
            self._loop.remove_writer(self._descriptor)
            self._loop.call_soon(self._leave)

    def _leave(self) -> None:
        self._stream.close()
        self._protocol.connection_lost(None)


def connect_at_once(family: int, place: tuple[object, ...]) -> socket.socket | None:
    """A connection to a listener on this machine; None where it would have to be waited for."""
    stream = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    stream.setblocking(False)
    stream.connect_ex(place)
    try:
        stream.getpeername()
    except OSError:
        stream.close()
        return None
    return stream
