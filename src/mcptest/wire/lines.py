"""Split a byte stream into lines, and never buffer more than one message."""

from __future__ import annotations

from mcptest.model.record import record

_EVIDENCE = 4 * 1024
ENDLESS = "the line is incomplete"  # after a problem with one that is too long


@record
class Overlong:
    """The beginning of a line that grew past the limit; the rest of it is thrown away."""

    head: bytes


class Lines:
    """Bytes split at the newline byte and nowhere else; a carriage return before it is not kept."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._parts: list[bytes] = []
        self._size = 0
        self.skipping = False  # the rest of a line that is too long

    def feed(self, data: bytes) -> list[bytes | Overlong]:
        """Take a chunk and give the lines that it completes."""
        if not (self._parts or self.skipping) and 0 <= data.find(b"\n") == len(data) - 1:
            return [data[:-2] if data.endswith(b"\r\n") else data[:-1]]  # as most chunks are
        lines: list[bytes | Overlong] = []
        pieces = data.split(b"\n")
        rest = pieces.pop()
        for piece in pieces:
            if self.skipping:
                self.skipping = False
                continue
            line = self._complete(piece) if self._parts else piece
            lines.append(line[:-1] if line.endswith(b"\r") else line)
        if rest and not self.skipping:
            lines.extend(self._keep(rest))
        return lines

    def partial(self) -> bytes:
        """The line that has begun and not ended, cut to what a report can show."""
        return b"".join(self._parts)[:_EVIDENCE]

    def finish(self) -> bytes:
        """The last line of a stream that ended without a newline."""
        return self._complete(b"")

    def _complete(self, piece: bytes) -> bytes:
        self._parts.append(piece)
        line = b"".join(self._parts)
        self._parts.clear()
        self._size = 0
        return line

    def _keep(self, rest: bytes) -> list[Overlong]:
        self._parts.append(rest)
        self._size += len(rest)
        if self._size <= self._limit:
            return []
        self.skipping = True
        return [Overlong(self._complete(b"")[:_EVIDENCE])]
