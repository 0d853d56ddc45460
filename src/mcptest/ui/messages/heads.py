"""The HTTP headers around each message, within a limit."""

from __future__ import annotations

from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.model.redaction import Redactor
from mcptest.wire.transcript import TappedHead

MOST_BYTES: Final = 8 * 1024 * 1024
_MOST_OF_A_STREAM: Final = 8  # a retry with a new token, or a stream that was resumed
_OVERHEAD: Final = 300


class HttpHeads:
    """By session and stream; the oldest streams go first."""

    def __init__(self, limit: int = MOST_BYTES) -> None:
        self._limit = limit
        self._size = 0
        self._kept: dict[tuple[int, str], list[TappedHead]] = {}

    def add(self, session: int, head: TappedHead) -> None:
        heads = self._kept.setdefault((session, head.stream), [])
        heads.append(head)
        self._size += _size(head)
        if len(heads) > _MOST_OF_A_STREAM:
            self._size -= _size(heads.pop(0))
        while self._size > self._limit and len(self._kept) > 1:
            oldest = self._kept.pop(next(iter(self._kept)))
            self._size -= sum(map(_size, oldest))

    def document(self, session: int, stream: str, redactor: Redactor) -> list[Json]:
        """In the order in which they were sent and received; secrets are masked."""
        return [_document(head, redactor) for head in self._kept.get((session, stream), ())]


def _size(head: TappedHead) -> int:
    return _OVERHEAD + sum(len(name) + len(value) for name, value in head.headers.items())


def _document(head: TappedHead, redactor: Redactor) -> JsonObject:
    return {
        "direction": "received" if head.is_response else "sent",
        "line": redactor.text(head.line),
        "headers": redactor.json(dict(head.headers)),
    }
