"""Parse HTTP/1.1 while it is forwarded: heads, bodies and ends, with their exact bytes.

What cannot be read is not refused: a proxy lets it pass, and records it as it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import lru_cache
from typing import Final

from mcptest.model.record import record

_LARGEST_HEAD: Final = 256 * 1024
_BODILESS: Final = frozenset({204, 304})


class PieceKind(StrEnum):
    HEAD = "head"
    BODY = "body"
    END = "end"
    CUT = "cut"  # the connection was closed before the end
    UNREADABLE = "unreadable"


@record
class HttpHead:
    """A request line or status line, and the headers as they were written."""

    start: str
    headers: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str:
        """The last value of a header, in any spelling of its name; empty where it is missing."""
        found = [value for key, value in self.headers if key.lower() == name]
        return found[-1] if found else ""

    @property
    def method(self) -> str:
        return self.start.split(" ", 1)[0]

    @property
    def path(self) -> str:
        return self.start.split(" ")[1] if " " in self.start else ""

    @property
    def status(self) -> int:
        code = self.start.split(" ")[1] if " " in self.start else ""
        return int(code) if code.isdecimal() else 0


@record
class HttpPiece:
    """``raw`` are the bytes that passed, ``data`` those that belong to the body."""

    kind: PieceKind
    raw: bytes = b""
    data: bytes = b""
    head: HttpHead | None = None


_END: Final = HttpPiece(PieceKind.END)


class HttpReader:
    """One direction of a connection; ``asked`` holds the methods whose responses are due."""

    def __init__(self, asked: deque[str] | None = None) -> None:
        self._asked = asked
        self._rest = b""
        self._left = 0
        self._state: Callable[[], HttpPiece | None] = self._head

    def feed(self, data: bytes) -> Iterator[HttpPiece]:
        self._rest += data
        while (piece := self._state()) is not None:
            yield piece

    def finish(self) -> Iterator[HttpPiece]:
        """The connection is closed, which ends a body without a length and cuts any other."""
        if self._state in (self._head, self._opaque):
            if self._rest:
                yield HttpPiece(PieceKind.UNREADABLE, self._take(len(self._rest)))
        elif self._state == self._until_close:
            yield _END
        else:
            yield HttpPiece(PieceKind.CUT, self._take(len(self._rest)))

    def _take(self, size: int) -> bytes:
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken

    def _head(self) -> HttpPiece | None:
        end = self._rest.find(b"\r\n\r\n")
        if end < 0:
            return self._give_up() if len(self._rest) > _LARGEST_HEAD else None
        raw = self._take(end + 4)
        head = _parse_head(raw)
        if head is None:
            self._rest = raw + self._rest
            return self._give_up()
        self._state = self._body_of(head)
        return HttpPiece(PieceKind.HEAD, raw, head=head)

    def _give_up(self) -> HttpPiece:
        self._state = self._opaque
        return HttpPiece(PieceKind.UNREADABLE, self._take(len(self._rest)))

    def _opaque(self) -> HttpPiece | None:
        return self._give_up() if self._rest else None

    def _body_of(self, head: HttpHead) -> Callable[[], HttpPiece | None]:
        length = head.get("content-length").strip()
        chunked = head.get("transfer-encoding").lower().strip().endswith("chunked")
        if self._asked is not None:
            if 100 <= head.status < 200 and head.status != 101:  # noqa: PLR2004
                return self._head
            method = self._asked.popleft() if self._asked else ""
            if method == "HEAD" or head.status in _BODILESS:
                return self._end
        if chunked:
            return self._chunk_size
        if length.isdecimal():
            self._left = int(length)
            return self._counted
        return self._end if self._asked is None else self._until_close

    def _end(self) -> HttpPiece:
        self._state = self._head
        return _END

    def _counted(self) -> HttpPiece | None:
        if self._left == 0:
            return self._end()
        if not self._rest:
            return None
        raw = self._take(self._left)
        self._left -= len(raw)
        return HttpPiece(PieceKind.BODY, raw, raw)

    def _until_close(self) -> HttpPiece | None:
        if not self._rest:
            return None
        raw = self._take(len(self._rest))
        return HttpPiece(PieceKind.BODY, raw, raw)

    def _chunk_size(self) -> HttpPiece | None:
        end = self._rest.find(b"\r\n")
        if end < 0:
            return None
        raw = self._take(end + 2)
        try:
            self._left = int(raw.split(b";")[0].strip(), 16)
        except ValueError:
            self._rest = raw + self._rest
            return self._give_up()
        self._state = self._chunk if self._left else self._trailer
        return HttpPiece(PieceKind.BODY, raw)

    def _chunk(self) -> HttpPiece | None:
        if not self._rest:
            return None
        raw = self._take(self._left)
        self._left -= len(raw)
        if self._left == 0:
            self._state = self._chunk_end
        return HttpPiece(PieceKind.BODY, raw, raw)

    def _chunk_end(self) -> HttpPiece | None:
        if len(self._rest) < 2:  # noqa: PLR2004
            return None
        self._state = self._chunk_size
        return HttpPiece(PieceKind.BODY, self._take(2))

    def _trailer(self) -> HttpPiece | None:
        end = self._rest.find(b"\r\n")
        if end < 0:
            return None
        raw = self._take(end + 2)
        if raw == b"\r\n":
            self._state = self._end
        return HttpPiece(PieceKind.BODY, raw)


@lru_cache(maxsize=32)  # a client sends almost the same head with every call
def _parse_head(raw: bytes) -> HttpHead | None:
    start, *lines = raw[:-4].decode("latin-1").split("\r\n")
    if "HTTP/1." not in start:
        return None
    pairs = [line.partition(":") for line in lines]
    if any(not colon or not name for name, colon, _ in pairs):
        return None
    return HttpHead(start, tuple((name, value.strip()) for name, _, value in pairs))
