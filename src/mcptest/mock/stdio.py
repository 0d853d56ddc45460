"""Serve over stdin and stdout, one message per line, until stdin is closed.

A thread reads, so that an answer on its way (a slow one) neither holds up the next message nor
outlives the input, and a cancelled request is never answered.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from heapq import heappop, heappush
from queue import Empty, SimpleQueue
from threading import Thread
from typing import BinaryIO, Final

from mcptest.mock.envelope import IncomingMessage, MessageKind, read_message
from mcptest.mock.overrides.draft import Out, bursts
from mcptest.mock.rpc import INVALID_REQUEST, RpcError
from mcptest.mock.server import MockServer
from mcptest.model.json import MISSING, MaybeJson
from mcptest.wire.codec import encode

MOST_BYTES: Final = 16 * 1024 * 1024


def read_lines(source: BinaryIO) -> Iterator[IncomingMessage]:
    """Every line as a message; one past the limit becomes one refusal."""
    while line := source.readline(MOST_BYTES + 1):
        if len(line) > MOST_BYTES:
            while line and not line.endswith(b"\n"):
                line = source.readline(MOST_BYTES)
            words = f"the message is larger than {MOST_BYTES} bytes"
            yield IncomingMessage(MessageKind.MALFORMED, refusal=RpcError(INVALID_REQUEST, words))
        elif line.strip():
            yield read_message(line)


class StdioLoop:
    """One process worth of conversation; ends at the end of input or with an exit status."""

    def __init__(self, server: MockServer, source: BinaryIO, sink: BinaryIO) -> None:
        self._server = server
        self._connection = server.connect(reopens=True)
        self._source = source
        self._sink = sink
        self._lines: SimpleQueue[IncomingMessage | None] = SimpleQueue()
        self._waiting: list[tuple[float, int, MaybeJson, list[Out]]] = []
        self._turn = 0

    def run(self) -> int:
        """Serve; the exit status of the process."""
        try:
            return self._serve()
        except BrokenPipeError:
            return 0

    def _serve(self) -> int:
        status = self._write(self._server.start())
        if status is not None:
            return status
        Thread(target=self._read, daemon=True).start()
        while True:
            try:
                incoming = self._lines.get(timeout=self._until_due())
            except Empty:
                status = self._write_due()
            else:
                if incoming is None:
                    return self._end()
                status = self._answer(incoming)
            if status is not None:
                return status

    def _end(self) -> int:
        """The input is over; an override may make the process linger, or end badly."""
        ending = self._server.book.end()
        time.sleep(ending.delay_ms / 1000)
        return ending.exit or 0

    def _read(self) -> None:
        for incoming in read_lines(self._source):
            self._lines.put(incoming)
        self._lines.put(None)

    def _answer(self, incoming: IncomingMessage) -> int | None:
        if incoming.method == "notifications/cancelled":
            self._cancel(incoming)
        status, wait = None, 0.0
        for outs in bursts(self._connection.draft(incoming).outs()):
            wait += outs[0].delay_ms / 1000
            if not wait:
                status = self._write(outs)
                continue
            self._turn += 1
            heappush(self._waiting, (time.monotonic() + wait, self._turn, incoming.id, outs))
        return status

    def _cancel(self, incoming: IncomingMessage) -> None:
        cancelled = incoming.params.get("requestId", MISSING)
        if cancelled is not MISSING:  # what follows a notification waits without an id
            self._waiting = sorted(held for held in self._waiting if held[2] != cancelled)

    def _until_due(self) -> float | None:
        return max(0.0, self._waiting[0][0] - time.monotonic()) if self._waiting else None

    def _write_due(self) -> int | None:
        return self._write(heappop(self._waiting)[3])

    def _write(self, outs: list[Out]) -> int | None:
        """Write; an exit status where the server is to end here."""
        for out in outs:
            line = out.raw if out.raw is not None else b""
            if out.message is not MISSING:
                line = encode(out.message)
            if line or out.raw is not None:
                self._sink.write(line if line.endswith(b"\n") else line + b"\n")
            if out.exit is not None:
                self._sink.flush()
                return out.exit
        self._sink.flush()
        return None


def serve_stdio(server: MockServer) -> None:
    """Serve this process's own streams and end the process.

    Ends without the interpreter's farewell: the reader may still hold standard input.
    """
    status = 130
    with contextlib.suppress(KeyboardInterrupt):
        status = StdioLoop(server, sys.stdin.buffer, sys.stdout.buffer).run()
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    os._exit(status)
