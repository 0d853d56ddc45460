"""Pass bytes from the proxy to the recorder without ever blocking the proxy."""

from __future__ import annotations

import os
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from typing import Final

from mcptest.model.record import record
from mcptest.recording.proxy.ring import Ring

_HEAD: Final = struct.Struct("!BIdI")  # kind, channel, seconds, size
_MUCH: Final = 128 * 1024


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
    """Puts parcels into a ring. What does not fit is dropped, and the reader is told.

    ``bell`` wakes up their reader. ``hurry`` is called now and then while much is put: on
    a busy system, the other end must not be left too far behind.
    """

    def __init__(self, ring: Ring, bell: int, hurry: Callable[[], None] = lambda: None) -> None:
        os.set_blocking(bell, False)
        self._ring = ring
        self._bell = bell
        self._hurry = hurry
        self._since = 0
        self._missed = False

    def put(self, kind: Kind, channel: int, data: bytes, at: float | None = None) -> None:
        """``at`` is when it came; it is put only after it was passed on, which may take a while."""
        when = time.monotonic() if at is None else at
        parcel = _HEAD.pack(kind, channel, when, len(data)) + data
        if self._missed:
            parcel = _HEAD.pack(Kind.MISSED, 0, when, 0) + parcel
        self._missed = not self._ring.put(parcel)
        if self._ring.asleep:
            self._ring.asleep = False
            with suppress(OSError):
                os.write(self._bell, b"!")
        self._since += len(data)
        if self._since > _MUCH:
            self._since = 0
            self._hurry()

    def note(self, code: str, text: str) -> None:
        self.put(Kind.NOTE, 0, f"{code}\n{text}".encode())

    def close(self) -> None:
        """Nothing more comes."""
        with suppress(OSError):
            os.close(self._bell)
        self._bell = -1


class Parcels:
    """Bytes of the ring back into parcels."""

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
