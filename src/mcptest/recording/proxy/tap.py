"""Passes bytes from the proxy to the recorder, and never blocks the proxy."""

from __future__ import annotations

import os
import struct
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from enum import IntEnum
from typing import Final

from mcptest.model.record import record

_HEAD: Final = struct.Struct("!BIdI")  # kind, channel, seconds, size
_MOST_WAITING: Final = 64 * 1024 * 1024  # bytes; a writer that is further behind misses frames
_PIPE: Final = 1024 * 1024
_SET_PIPE_SIZE: Final = 1031  # F_SETPIPE_SZ
_CHUNK: Final = 256 * 1024


class Kind(IntEnum):
    """What a parcel is."""

    CLIENT = 1
    SERVER = 2
    STDERR = 3
    NOTE = 4  # a code, a line break, a sentence
    CLOSED = 5  # the connection with this channel is over
    MISSED = 6  # the writer was too slow


@record
class Parcel:
    """Some bytes as they passed; ``at`` is a monotonic time in seconds."""

    kind: Kind
    channel: int
    at: float
    data: bytes


class Tap:
    """Puts parcels on a pipe; those that do not fit wait here, and a thread sends them."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        os.set_blocking(descriptor, False)
        _enlarge(descriptor)
        self._lock = threading.Lock()
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._missed = False
        self._broken = False
        self._closing = False
        self._news = threading.Condition(self._lock)
        self._sender: threading.Thread | None = None

    def put(self, kind: Kind, channel: int, data: bytes) -> None:
        head = _HEAD.pack(kind, channel, time.monotonic(), len(data))
        with self._lock:
            if self._broken:
                return
            if self._waiting or self._missed:
                self._keep(head + data)
                return
            try:
                sent = os.writev(self._descriptor, (head, data))
            except BlockingIOError:
                sent = 0
            except OSError:
                self._broken = True
                return
            if sent < len(head) + len(data):
                self._keep((head + data)[sent:])

    def note(self, code: str, text: str) -> None:
        self.put(Kind.NOTE, 0, f"{code}\n{text}".encode())

    def close(self, within: float = 5.0) -> None:
        """Send what waits, for a bounded time; then the writer sees the end."""
        with self._lock:
            self._closing = True
            self._news.notify()
        if self._sender is not None:
            self._sender.join(within)
        with self._lock:
            self._broken = True
            with suppress(OSError):
                os.close(self._descriptor)

    def _keep(self, data: bytes) -> None:
        if self._size > _MOST_WAITING:
            self._missed = True
            return
        if self._missed:
            self._missed = False
            self._append(_HEAD.pack(Kind.MISSED, 0, time.monotonic(), 0))
        self._append(data)
        if self._sender is None:
            self._sender = threading.Thread(target=self._send, daemon=True)
            self._sender.start()
        self._news.notify()

    def _append(self, data: bytes) -> None:
        self._waiting.append(data)
        self._size += len(data)

    def _send(self) -> None:
        while (part := self._next()) is not None:
            try:
                sent = _write_when_possible(self._descriptor, part)
            except OSError:
                with self._lock:
                    self._broken = True
                return
            with self._lock:
                self._size -= sent
                rest = self._waiting[0][sent:]
                if rest:
                    self._waiting[0] = rest
                else:
                    self._waiting.popleft()

    def _next(self) -> bytes | None:
        with self._lock:
            while not self._waiting and not self._closing:
                self._news.wait()
            return self._waiting[0][:_CHUNK] if self._waiting else None


def _write_when_possible(descriptor: int, part: bytes) -> int:
    while True:
        try:
            return os.write(descriptor, part)
        except BlockingIOError:
            time.sleep(0.002)


def _enlarge(descriptor: int) -> None:
    if sys.platform == "linux":
        import fcntl

        with suppress(OSError):
            fcntl.fcntl(descriptor, _SET_PIPE_SIZE, _PIPE)


class Parcels:
    """Bytes of the pipe back into parcels."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[Parcel]:
        rest = self._rest + data if self._rest else data
        found, at, end = [], 0, len(rest)
        while end - at >= _HEAD.size:
            kind, channel, when, size = _HEAD.unpack_from(rest, at)
            if end - at - _HEAD.size < size:
                break
            at += _HEAD.size
            found.append(Parcel(Kind(kind), channel, when, rest[at : at + size]))
            at += size
        self._rest = rest[at:]
        return found
