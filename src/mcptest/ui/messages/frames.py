"""Every message of every session, numbered across all servers, within a limit."""

from __future__ import annotations

import json
import re
import time
from collections import deque
from typing import Final

from mcptest.model.json import JsonObject, MaybeJson, Missing
from mcptest.model.record import record
from mcptest.model.redaction import Redactor
from mcptest.wire.peek import peek_id
from mcptest.wire.transcript import TranscriptEntry

MOST_BYTES: Final = 64 * 1024 * 1024
MOST_FRAMES: Final = 20_000
LARGEST: Final = 1024 * 1024
_PARSED: Final = 64 * 1024
_PREVIEW: Final = 240
_STDERR: Final = 4_096
_PENDING: Final = 1_000
# The last member of a message, where some SDKs put the id: a nested one would close two braces.
_LAST_ID: Final = re.compile(rb',\s*"id"\s*:\s*(\d{1,18}|"[^"\\]{0,200}")\s*\}\s*$')
_METHOD: Final = re.compile(rb'"method"\s*:\s*"([^"\\]{1,200})"')
_OVERHEAD: Final = 400
_MOST_PINNED: Final = 200


@record
class Frame:
    """One message, line of stderr or note; ``raw`` may be cut, ``size`` is what it had."""

    number: int
    at: float  # seconds since 1970
    server: str
    session: int
    direction: str
    raw: bytes
    size: int
    heard: float  # by the clock that durations are measured with
    stream: str = ""
    code: str | None = None
    problem: str | None = None
    method: str | None = None
    id: MaybeJson = None
    kind: str = "note"  # request | notification | result | error | stderr | note | unreadable
    answers: int | None = None  # the frame that this one answers
    took_ms: float | None = None

    def summary(self, redactor: Redactor) -> JsonObject:
        """What a row of the list shows."""
        return {
            "number": self.number,
            "at": round(self.at * 1000, 1),
            "server": self.server,
            "session": self.session,
            "direction": self.direction,
            "stream": self.stream,
            "kind": self.kind,
            "method": self.method,
            "id": None if isinstance(self.id, Missing) else self.id,
            "size": self.size,
            "answers": self.answers,
            "took_ms": self.took_ms,
            "code": self.code,
            "problem": self.problem and redactor.text(self.problem),
            "preview": self._preview(redactor),
        }

    def _preview(self, redactor: Redactor) -> str:
        """The beginning of a message; of stderr the end, since that is shown as it comes."""
        if self.kind == "stderr":
            return redactor.text(self.raw.decode("utf-8", "replace"))[-_STDERR:]
        text = self.raw[: 4 * _PREVIEW].decode("utf-8", "replace")
        return redactor.text(text)[:_PREVIEW]


class Frames:
    """The store of all frames; the oldest go first, unless somebody pinned them."""

    def __init__(self, most_bytes: int = MOST_BYTES, most: int = MOST_FRAMES) -> None:
        self._most_bytes, self.most = most_bytes, most
        self._kept: deque[Frame] = deque()
        self._size = 0
        self._last = 0
        self._pinned: dict[int, Frame] = {}
        self._pending: dict[tuple[str, int, str, str], Frame] = {}

    def add(self, server: str, session: int, entry: TranscriptEntry) -> Frame:
        self._last += 1
        method, id_, kind = _what(entry)
        asked = self._asked(server, session, entry, id_, kind)
        frame = Frame(
            number=self._last,
            at=time.time(),
            server=server,
            session=session,
            direction=entry.direction,
            raw=entry.raw[:LARGEST],
            size=entry.size or len(entry.raw),
            heard=entry.at,
            stream=entry.stream,
            code=entry.code,
            problem=entry.problem,
            method=method or (asked.method if asked else None),
            id=id_,
            kind=kind,
            answers=asked.number if asked else None,
            took_ms=round((entry.at - asked.heard) * 1000, 1) if asked else None,
        )
        if kind == "request":
            self._expect(frame)
        self._keep(frame)
        return frame

    def get(self, number: int) -> Frame | None:
        index = number - self._kept[0].number if self._kept else -1
        return self._kept[index] if 0 <= index < len(self._kept) else self._pinned.get(number)

    def newest(self, most: int) -> list[Frame]:
        """The last ones, after those that were pinned earlier."""
        kept = list(self._kept)[-most:]
        first = kept[0].number if kept else self._last + 1
        return [*(one for number, one in self._pinned.items() if number < first), *kept]

    @property
    def pinned(self) -> list[int]:
        return list(self._pinned)

    def pin(self, frame: Frame) -> bool:
        """Keep a frame when the others are forgotten; False where too many are pinned already."""
        if len(self._pinned) >= _MOST_PINNED:
            return False
        self._pinned = dict(sorted({**self._pinned, frame.number: frame}.items()))
        return True

    def unpin(self, number: int) -> None:
        self._pinned.pop(number, None)

    def clear(self) -> None:
        self._kept.clear()
        self._pending.clear()
        self._size = 0

    def _expect(self, frame: Frame) -> None:
        if len(self._pending) >= _PENDING:
            del self._pending[next(iter(self._pending))]
        key = (frame.server, frame.session, frame.direction, repr(frame.id))
        self._pending[key] = frame

    def _asked(
        self, server: str, session: int, entry: TranscriptEntry, id_: MaybeJson, kind: str
    ) -> Frame | None:
        if kind not in {"result", "error"}:
            return None
        other = "received" if entry.direction == "sent" else "sent"
        return self._pending.pop((server, session, other, repr(id_)), None)

    def _keep(self, frame: Frame) -> None:
        self._kept.append(frame)
        self._size += len(frame.raw) + _OVERHEAD
        while self._size > self._most_bytes or len(self._kept) > self.most:
            self._size -= len(self._kept.popleft().raw) + _OVERHEAD


def _what(entry: TranscriptEntry) -> tuple[str | None, MaybeJson, str]:
    """The method, the id and the kind of a message."""
    if entry.direction in {"stderr", "note"}:
        return None, None, entry.direction
    if len(entry.raw) > _PARSED:
        return _glanced(entry.raw)
    message = entry.message
    if not isinstance(message, dict):
        return None, None, "batch" if isinstance(message, list) else "unreadable"
    method = message.get("method")
    if isinstance(method, str):
        return method, message.get("id"), "request" if "id" in message else "notification"
    return None, message.get("id"), "error" if "error" in message else "result"


def _glanced(raw: bytes) -> tuple[str | None, MaybeJson, str]:
    """The same for a message that is too large to be parsed for the sake of a row."""
    head = raw[:512]
    found = _METHOD.search(head)
    last = _LAST_ID.search(raw[-512:])
    id_ = peek_id(head) if last is None else json.loads(last[1].decode("utf-8", "replace"))
    if found is not None and b'"result"' not in head[: found.start()]:
        method = found[1].decode("utf-8", "replace")
        return method, id_, "notification" if isinstance(id_, Missing) else "request"
    return None, id_, "error" if b'"error"' in head else "result"
