"""Parse an event stream incrementally: bytes in, events out."""

from __future__ import annotations

from mcptest.model.record import record

_BOM = b"\xef\xbb\xbf"


@record
class Event:
    """One block of the stream; ``data`` is None where the block had no data line at all.

    A browser drops a block without data. It is kept here, because such a block still moves the
    last event id, and an id with empty data is how MCP 2025-11-25 opens a resumable stream. An
    empty ``id`` takes the last one back, so nothing can be resumed after it.
    """

    data: bytes | None
    name: str = "message"
    id: str | None = None
    retry: int | None = None


class EventReader:
    """The parser of the WHATWG event stream; one event never takes more than ``limit`` bytes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._partial: list[bytes] = []
        self._partial_size = 0
        self._at_start = True
        self._after_cr = False
        self._begin()
        self.overflowed = False

    def feed(self, chunk: bytes) -> list[Event]:
        """The events that this chunk completes; nothing more once an event was too large."""
        if self.overflowed or not chunk:
            return []
        if self._after_cr:
            chunk = chunk.removeprefix(b"\n")
        self._after_cr = chunk.endswith(b"\r")
        lines = chunk.splitlines()
        rest = lines.pop() if lines and chunk[-1] not in b"\r\n" else b""
        if lines:
            lines[0] = self._complete(lines[0])
        self._partial.append(rest)
        self._partial_size += len(rest)
        events = [event for line in lines if (event := self._line(line)) is not None]
        self.overflowed |= self._size + self._partial_size > self._limit
        return events

    @property
    def unfinished(self) -> bool:
        """The stream ended inside an event, which is then no event."""
        return self._size + self._partial_size > 0

    def _complete(self, end: bytes) -> bytes:
        line = b"".join([*self._partial, end])
        self._partial, self._partial_size = [], 0
        if self._at_start:
            self._at_start = False
            line = line.removeprefix(_BOM)
        return line

    def _begin(self) -> None:
        self._data: list[bytes] = []
        self._name = "message"
        self._id: str | None = None
        self._retry: int | None = None
        self._size = 0

    def _line(self, line: bytes) -> Event | None:
        if not line:
            return self._dispatch()
        field, _, value = line.partition(b":")
        if not field or self.overflowed:
            return None
        self._size += len(line) + 1
        self.overflowed |= self._size > self._limit
        self._field(field, value[1:] if value.startswith(b" ") else value)
        return None

    def _field(self, field: bytes, value: bytes) -> None:
        match field:
            case b"data":
                self._data.append(value)
            case b"event":
                self._name = value.decode("utf-8", "replace") or "message"
            case b"id" if b"\0" not in value:
                self._id = value.decode("utf-8", "replace")
            case b"retry" if value.isdigit() and len(value) <= 9:  # noqa: PLR2004
                self._retry = int(value)
            case _:
                pass

    def _dispatch(self) -> Event | None:
        if self._size == 0 or self.overflowed:
            return None
        data = b"\n".join(self._data) if self._data else None
        event = Event(data, self._name, self._id, self._retry)
        self._begin()
        return event
