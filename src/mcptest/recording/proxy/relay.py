"""Forward several one-way streams in one thread, and copy them to the recorder.

Two threads would hand Python's lock to each other at every message, which costs ten times what
passing it on does. Two processes would both have to wake up for every call.
"""

from __future__ import annotations

import os
import select
import socket
import stat
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Final

from mcptest.recording.proxy.looking import Looking
from mcptest.recording.proxy.processors import Processors
from mcptest.recording.proxy.tap import Kind, Tap

_CHUNK: Final = 64 * 1024
_HANDLES: Final = "/proc/self/fd"
_GONE: Final = select.POLLERR | select.POLLHUP | select.POLLNVAL


class OneWay:
    """One direction; what its sink does not take at once waits here, and nothing more is read."""

    def __init__(self, source: int, sink: int, kind: Kind) -> None:
        self.source = source
        self.kind = kind
        self.open = True
        self.waiting = b""
        self._sinks = [sink]
        self.send = self._sender(sink)
        self.sink = self._sinks[-1]

    def _sender(self, sink: int) -> Callable[[bytes], int]:
        """A write that never blocks, without changing what others share with us."""
        if stat.S_ISSOCK(os.fstat(sink).st_mode):
            stream = socket.socket(fileno=sink)
            return lambda data: stream.send(data, socket.MSG_DONTWAIT)
        try:
            mine = os.open(f"{_HANDLES}/{sink}", os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            os.set_blocking(sink, False)
            mine = sink
        else:
            self._sinks.append(mine)
        return partial(os.write, mine)

    def close(self) -> None:
        self.open = False
        for descriptor in {self.source, *self._sinks}:
            with suppress(OSError):
                os.close(descriptor)


class Relay:
    """Runs the ways until it is told to stop, or until all of them are over."""

    def __init__(self, ways: tuple[OneWay, ...], tap: Tap) -> None:
        self._ways = {way.source: way for way in ways}
        self._blocked: dict[int, OneWay] = {}
        self._put = tap.put
        self._poll = select.poll()
        self._processors = Processors()
        self._wait = Looking(self._poll.poll, self._processors.are_enough).wait
        self._last = Kind.SERVER
        for way in ways:
            self._poll.register(way.source, select.POLLIN)

    def watch(self, descriptor: int) -> None:
        """Come back from ``step`` when something can be read there, too."""
        self._poll.register(descriptor, select.POLLIN)

    def close(self) -> None:
        self._processors.close()

    def step(self, milliseconds: float | None) -> bool:
        """Pass on what came; whether anything did."""
        ways, blocked = self._ways, self._blocked
        moved = False
        for descriptor, events in self._wait(self._last, milliseconds):
            if (way := ways.get(descriptor)) is not None:
                self._pass(way)
                moved = True
            elif (way := blocked.get(descriptor)) is not None:
                self._unblock(way, gone=bool(events & _GONE and not events & select.POLLOUT))
                moved = True
        return moved

    def _pass(self, way: OneWay) -> None:
        try:
            data = os.read(way.source, _CHUNK)
        except OSError:
            data = b""
        if not data:
            self._end(way)
            return
        self._last, at = way.kind, monotonic()
        try:
            sent = way.send(data)
        except BlockingIOError:
            sent = 0
        except OSError:  # its reader is gone, and the writer is told the same way
            self._put(way.kind, 0, data, at)
            self._end(way)
            return
        self._put(way.kind, 0, data, at)
        if sent < len(data):
            way.waiting = data[sent:]
            self._block(way)

    def _block(self, way: OneWay) -> None:
        self._poll.unregister(way.source)
        del self._ways[way.source]
        self._blocked[way.sink] = way
        self._poll.register(way.sink, select.POLLOUT)

    def _unblock(self, way: OneWay, *, gone: bool) -> None:
        try:
            sent = 0 if gone else way.send(way.waiting)
        except BlockingIOError:
            return
        except OSError:
            gone = True
            sent = 0
        way.waiting = way.waiting[sent:]
        if way.waiting and not gone:
            return
        self._poll.unregister(way.sink)
        del self._blocked[way.sink]
        if gone:
            way.close()
        else:
            self._ways[way.source] = way
            self._poll.register(way.source, select.POLLIN)

    def _end(self, way: OneWay) -> None:
        self._poll.unregister(way.source)
        del self._ways[way.source]
        way.close()
