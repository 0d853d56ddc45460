"""Other ways to put the same messages into a pipe, and what may stand beside it on stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tests.lab.change import HANDSHAKE, Change, Middle, Pause, compact

_WHY = "a pipe has no messages, only bytes: a reader gets them in any pieces"
_STDERR = "a server may write anything to standard error"


def _pieces(size: int, pause: float = 0.0) -> Callable[[bytes], Iterable[Any]]:
    def line(raw: bytes) -> Iterable[Any]:
        whole = raw + b"\n"
        for start in range(0, len(whole), size):
            yield whole[start : start + size]
            if pause and start == 0:
                yield Pause(pause)

    return line


def _after_the_first(raw: bytes) -> Iterable[Any]:
    yield raw[:1]
    yield Pause(0.002)
    yield raw[1:] + b"\n"


def _before_the_end(raw: bytes) -> Iterable[Any]:
    yield raw
    yield Pause(0.002)
    yield b"\n"


def _joined() -> Middle:
    """Two messages in one write: a notification that nobody knows goes with each answer."""

    def line(raw: bytes) -> Iterable[Any]:
        note = compact({"jsonrpc": "2.0", "method": "notifications/x-lab"})
        yield raw + b"\n" if b'"protocolVersion"' in raw else note + b"\n" + raw + b"\n"

    return Middle(line=line)


LINES: dict[str, Callable[[bytes], Iterable[Any]]] = {
    "byte by byte": _pieces(1),
    "seven bytes at a time": _pieces(7),
    "a thousand bytes at a time": _pieces(1000),
    "a pause after the first byte": _after_the_first,
    "a pause inside each message": _pieces(40, 0.003),
    "a pause before the line end": _before_the_end,
    "CRLF as line end": lambda raw: [raw + b"\r\n"],
}
STDERR = {
    "a line of text": b"starting\n",
    "JSON lines": b'{"level": "info", "msg": "starting"}\n{"jsonrpc": "2.0", "method": "x"}\n',
    "bytes that are no text": bytes(range(256)),
    "a megabyte": b"x" * 99 + b"\n" * 10_000,
    "words of alarm": b"ERROR: Traceback (most recent call last):\nwarning: none of this matters\n",
}


def changes() -> list[Change]:
    pipe = frozenset({"stdio"})
    lines = [
        Change(f"pipe: {name}", _WHY, lambda line=line: Middle(line=line), on=pipe)
        for name, line in LINES.items()
    ]
    beside = [
        Change(f"stderr: {name}", _STDERR, lambda text=text: Middle(stderr=text), on=pipe)
        for name, text in STDERR.items()
    ]
    joined = Change("pipe: two messages in one write", _WHY, _joined, until=HANDSHAKE, on=pipe)
    return [*lines, *beside, joined]
