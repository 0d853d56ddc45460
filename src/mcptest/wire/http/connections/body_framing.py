"""Find the end of a response body: by length, by chunks, or when the connection closes."""

from __future__ import annotations

import re
from typing import Protocol

from mcptest.wire.http.connections.response_head import ResponseHead, parse_fields
from mcptest.wire.http.failures import BrokenError, headers_too_large, incomplete, invalid

_NO_BODY = {204, 304}
_LENGTH = re.compile(r"[0-9]{1,20}")
_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,20})(?:;[^\n]*)?[ \t]*")
_LONGEST_CHUNK_LINE = 16 * 1024


class Framing(Protocol):
    """Takes from what was received what belongs to the body; ``done`` once all of it came."""

    done: bool

    def take(self, held: bytearray) -> bytes:
        """Cut the next part of the body off; empty where more has to arrive first.

        Raises: BrokenError.
        """

    def end(self) -> None:
        """The connection ended.

        Raises: BrokenError where the body needs more.
        """


class Sized:
    """A body with a Content-Length."""

    __slots__ = ("_left", "done")

    def __init__(self, size: int) -> None:
        self._left = size
        self.done = size == 0

    def take(self, held: bytearray) -> bytes:
        data = bytes(held) if len(held) <= self._left else bytes(held[: self._left])
        del held[: len(data)]
        self._left -= len(data)
        self.done = self._left == 0
        return data

    def end(self) -> None:
        raise incomplete()


class UntilClosed:
    """A body that ends with the connection, as servers of HTTP/1.0 send it."""

    __slots__ = ("done",)

    def __init__(self) -> None:
        self.done = False

    def take(self, held: bytearray) -> bytes:
        data = bytes(held)
        held.clear()
        return data

    def end(self) -> None:
        self.done = True


class Chunked:
    """A body in chunks, and the trailer behind the last of them."""

    __slots__ = ("_in_trailer", "_left", "_limit", "_owes_newline", "done")

    def __init__(self, limit: int) -> None:
        self._limit = limit  # of the trailer
        self._left = 0
        self._owes_newline = False
        self._in_trailer = False
        self.done = False

    def take(self, held: bytearray) -> bytes:
        parts: list[bytes] = []
        try:
            while self._step(held, parts):
                pass
        except BrokenError:
            if not parts:  # what came before it counts, and the next to ask hears of it
                raise
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def end(self) -> None:
        raise incomplete()

    def _step(self, held: bytearray, parts: list[bytes]) -> bool:
        """Read one element; False where more has to arrive for it."""
        if self._left:
            return self._data(held, parts)
        if self._owes_newline:
            return self._newline(held)
        if self._in_trailer:
            return self._trailer(held)
        return self._size(held)

    def _data(self, held: bytearray, parts: list[bytes]) -> bool:
        data = bytes(held[: self._left])
        del held[: len(data)]
        if data:
            parts.append(data)
        self._left -= len(data)
        self._owes_newline = self._left == 0
        return self._owes_newline

    def _newline(self, held: bytearray) -> bool:
        if not b"\r\n".startswith(held[:2]):
            raise invalid(f"a chunk is followed by {bytes(held[:2])!r}")
        if len(held) < len(b"\r\n"):
            return False
        del held[:2]
        self._owes_newline = False
        return True

    def _size(self, held: bytearray) -> bool:
        end = held.find(b"\r\n", 0, _LONGEST_CHUNK_LINE)
        if end < 0:
            if len(held) >= _LONGEST_CHUNK_LINE:
                raise invalid("the line with the size of a chunk is too long")
            return False
        line = bytes(held[:end])
        found = _CHUNK.fullmatch(line)
        if found is None:
            raise invalid(f"illegal chunk header {line[:100]!r}")
        del held[: end + 2]
        self._left = int(found[1], 16)
        self._in_trailer = self._left == 0
        return True

    def _trailer(self, held: bytearray) -> bool:
        end = 0
        lines: list[bytes] = []
        while (newline := held.find(b"\n", end)) >= 0:
            line = bytes(held[end:newline]).removesuffix(b"\r")
            end = newline + 1
            if not line:
                parse_fields(lines)
                del held[:end]
                self.done = True
                return False
            lines.append(line)
        if len(held) > self._limit:
            raise headers_too_large(self._limit)
        return False


def framing_of(verb: str, head: ResponseHead, limit: int) -> Framing:
    """How the body of this response is delimited (RFC 9112, section 6.3).

    Raises: BrokenError.
    """
    coding, length = head.headers.get("transfer-encoding"), head.headers.get("content-length")
    if coding is not None and coding.lower() != "chunked":
        raise invalid(f"the transfer encoding {coding[:60]!r} is not supported")
    size = 0 if length is None else _size_of(length)
    if verb == "HEAD" or head.status in _NO_BODY:
        return Sized(0)
    if coding is not None:
        return Chunked(limit)
    return UntilClosed() if length is None else Sized(size)


def _size_of(length: str) -> int:
    if _LENGTH.fullmatch(length):
        return int(length)
    found = {each.strip() for each in length.split(",")}
    if len(found) > 1:
        raise invalid("conflicting Content-Length headers")
    if not _LENGTH.fullmatch(only := found.pop()):
        raise invalid(f"illegal Content-Length {only[:60]!r}")
    return int(only)
