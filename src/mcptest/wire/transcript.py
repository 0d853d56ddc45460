"""Everything that was said, both ways, as bytes and within a bound."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Literal, TypeAlias

from mcptest.model.json import MISSING, JsonObject, MaybeJson
from mcptest.model.record import record
from mcptest.wire.reply import HttpFacts

if TYPE_CHECKING:
    from mcptest.wire.waiting import Waiting

# A message, the stream it came on, and the request that it belongs to, where that is certain.
Listener: TypeAlias = "Callable[[JsonObject, str, Waiting | None], None]"
Direction: TypeAlias = Literal["sent", "received", "stderr", "note"]

LARGEST_ENTRY = 1024 * 1024
MOST_PROBLEMS = 500
MOST_HEADS = 2_000
LARGEST_PROBLEM = 4 * 1024
EXITED = "server-exited"
_OVERHEAD = 500  # what keeping one entry costs beside its bytes

_Head: TypeAlias = tuple[int, Mapping[str, str], str, bytes, tuple[str, ...], bool]
_Item: TypeAlias = tuple[float, Direction, bytes, str | None, str | None, str, int]


@record
class TranscriptEntry:
    """One message, line or remark. ``size`` is what it had before ``raw`` was cut."""

    at: float
    direction: Direction
    raw: bytes
    code: str | None = None  # a stable name of what is odd about it
    problem: str | None = None  # the same for people
    stream: str = ""
    size: int = 0

    @property
    def message(self) -> MaybeJson:
        """The bytes, parsed leniently; MISSING if they are not JSON."""
        if self.direction not in {"sent", "received"}:
            return MISSING
        try:
            value: MaybeJson = json.loads(self.raw.decode("utf-8-sig", "replace"))
        except (ValueError, RecursionError):
            return MISSING
        return value


class Transcript:
    """A bounded record: the oldest entries go first, the ones with a problem are kept apart."""

    def __init__(self, limit: int) -> None:
        self.dropped = 0
        self.heard_at: float | None = None  # when the server first said something
        self.listener: Listener | None = None  # hears every message of the server that was read
        self.tap: Callable[[TranscriptEntry], None] | None = None  # gets every entry, uncut
        self._limit = limit
        self._size = 0
        self._items: deque[_Item] = deque()
        self._problems: deque[_Item] = deque(maxlen=MOST_PROBLEMS)
        self._heads: dict[str, _Head] = {}

    def sent(self, raw: bytes, stream: str = "") -> None:
        self._append((monotonic(), "sent", raw, None, None, stream, len(raw)))

    def received(self, raw: bytes, stream: str = "") -> None:
        now = monotonic()
        if self.heard_at is None:
            self.heard_at = now
        self._append((now, "received", raw, None, None, stream, len(raw)))

    def flagged(self, raw: bytes, code: str, problem: str, stream: str = "") -> None:
        """Record something received that is odd, and why."""
        cut = raw[:LARGEST_PROBLEM]
        item: _Item = (monotonic(), "received", cut, code, problem, stream, len(raw))
        self._problems.append(item)
        self._append(item)

    def stderr(self, raw: bytes) -> None:
        self._append((monotonic(), "stderr", raw, None, None, "stderr", len(raw)))

    def note(self, text: str, code: str | None = None) -> None:
        """Record what happened without bytes; with a code it counts as a problem."""
        raw = text.encode("utf-8", "replace")[:LARGEST_PROBLEM]
        item: _Item = (monotonic(), "note", raw, code, text if code else None, "", len(raw))
        if code:
            self._problems.append(item)
        self._append(item)

    def answered(self, stream: str, facts: HttpFacts) -> None:
        """Record what HTTP said around the messages of a stream; the oldest go first."""
        around = (facts.status, facts.headers, facts.content_type)
        self._heads[stream] = (*around, b"", facts.event_ids, facts.left_open)
        if len(self._heads) > MOST_HEADS:
            del self._heads[next(iter(self._heads))]

    @property
    def heads(self) -> Mapping[str, HttpFacts]:
        """By the name that the entries of the stream have."""
        return {stream: HttpFacts(*head) for stream, head in self._heads.items()}

    def ended(self, problem: str, last_words: str) -> None:
        """Record that the server ended by itself and no request could tell."""
        raw = last_words.encode("utf-8", "replace")[-LARGEST_PROBLEM:]
        item: _Item = (monotonic(), "note", raw, EXITED, problem, "stderr", len(raw))
        self._problems.append(item)
        self._append(item)

    @property
    def entries(self) -> tuple[TranscriptEntry, ...]:
        return tuple(_entry(item) for item in self._items)

    @property
    def problems(self) -> tuple[TranscriptEntry, ...]:
        """The entries that somebody should judge, also where the flood took the rest."""
        return tuple(_entry(item) for item in self._problems)

    def mark(self) -> int:
        """The present, to be given to ``since``."""
        return self.dropped + len(self._items)

    def since(self, mark: int) -> Iterator[TranscriptEntry]:
        """What came after that mark and is still kept."""
        return (_entry(item) for item in islice(self._items, max(0, mark - self.dropped), None))

    def copy(self) -> Transcript:
        """What was said so far, for those who must not see what is said later."""
        copied = Transcript(self._limit)
        copied.dropped, copied._size = self.dropped, self._size
        copied._items, copied._heads = self._items.copy(), self._heads.copy()
        copied._problems = self._problems.copy()
        return copied

    def forget(self) -> None:
        """Keep the problems only: for a session that is over and that nobody asks again."""
        self.dropped += len(self._items)
        self._items.clear()
        self._heads.clear()
        self._size = 0

    def _append(self, item: _Item) -> None:
        if self.tap is not None:
            self.tap(_entry(item))
        size = len(item[2])
        if size > LARGEST_ENTRY:
            item = (*item[:2], item[2][:LARGEST_ENTRY], *item[3:])
            size = LARGEST_ENTRY
        self._items.append(item)
        self._size += size + _OVERHEAD
        while self._size > self._limit and self._items:
            self._size -= len(self._items.popleft()[2]) + _OVERHEAD
            self.dropped += 1


def _entry(item: _Item) -> TranscriptEntry:
    return TranscriptEntry(*item)
