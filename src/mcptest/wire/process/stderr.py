"""Keep the beginning and the end of a server's stderr, within a limit."""

from __future__ import annotations

from mcptest.wire.limits import Limits

LAST_LINES = 20


class Stderr:
    """Keeps the head and the tail of a stream that may have no end."""

    def __init__(self, limits: Limits) -> None:
        self.total = 0
        self._head = bytearray()
        self._tail = bytearray()
        self._head_limit = limits.stderr_head
        self._tail_limit = limits.stderr_tail

    def feed(self, data: bytes) -> None:
        self.total += len(data)
        room = self._head_limit - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        self._tail += data
        if len(self._tail) > 2 * self._tail_limit:
            del self._tail[: -self._tail_limit]

    def since(self, mark: int) -> str:
        """What arrived after ``total`` had that value, as far as it is still kept."""
        if mark == self.total:
            return ""
        head = bytes(self._head[mark:])
        gone = self.total - len(self._head) - len(self._tail)
        start = max(0, mark - len(self._head) - gone)
        tail = bytes(self._tail[start:])[-self._tail_limit :]
        missing = self.total - mark - len(head) - len(tail)
        between = f"\n… {missing} bytes left out …\n".encode() if missing else b""
        return (head + between + tail).decode("utf-8", "replace")

    def text(self) -> str:
        return self.since(0)

    def last_lines(self) -> str:
        """The end of it, for a message to people."""
        recent = bytes(self._head + self._tail)[-self._tail_limit :].decode("utf-8", "replace")
        return "\n".join(recent.rstrip().split("\n")[-LAST_LINES:])
