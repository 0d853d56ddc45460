"""All messages in both directions, as bytes and within a limit."""

from __future__ import annotations

import json
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
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
LARGE_ENTRY = 4 * 1024
MOST_PROBLEMS = 500
MOST_HEADS = 2_000
LARGEST_PROBLEM = 4 * 1024
EXITED = "server-exited"
_OVERHEAD = 500  # what keeping one entry costs beside its bytes

_Head: TypeAlias = tuple[int, Mapping[str, str], str, bytes, tuple[str, ...], bool]
_Item: TypeAlias = tuple[float, Direction, bytes, str | None, str | None, str, int]


@record
class TappedHead:
    """The first lines of one HTTP request, or of one response: ``line`` is ``POST /mcp`` or 200."""

    stream: str
    line: str
    headers: Mapping[str, str]
    is_response: bool = False


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
    """A bounded record; the entries with a problem are kept apart.

    When it is full, the oldest large messages of the server are dropped first, then its oldest
    small ones. What was sent is dropped last, because a response can only be judged by its request.
    """

    def __init__(self, limit: int) -> None:
        self.dropped = 0
        self.heard_at: float | None = None  # when the server first said something
        self.listener: Listener | None = None  # hears every message of the server that was read
        self.tap: Callable[[TranscriptEntry], None] | None = None  # gets every entry, uncut
        self.head_tap: Callable[[TappedHead], None] | None = None  # gets every head over HTTP
        self.follows_stderr = False  # somebody watches all of it, not only its beginning
        self._limit = limit
        self._size = 0
        self._items: dict[int, _Item] = {}  # by number, in order
        self._next = 0
        self._large: deque[int] = deque()  # the numbers of what may go, by size
        self._small: deque[int] = deque()
        self._problems: deque[_Item] = deque(maxlen=MOST_PROBLEMS)
        self._heads: OrderedDict[str, _Head] = OrderedDict()  # its first one is found at once

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
            self._heads.popitem(last=False)

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
        return tuple(_entry(item) for item in self._items.values())

    @property
    def problems(self) -> tuple[TranscriptEntry, ...]:
        """The entries that somebody should judge, also where the flood took the rest."""
        return tuple(_entry(item) for item in self._problems)

    def mark(self) -> int:
        """The present, to be given to ``since``."""
        return self._next

    def since(self, mark: int) -> Iterator[TranscriptEntry]:
        """What came after that mark and is still kept."""
        later = takewhile(lambda number: number >= mark, reversed(self._items))
        return iter([_entry(self._items[number]) for number in reversed(tuple(later))])

    def copy(self) -> Transcript:
        """What was said so far, for those who must not see what is said later."""
        copied = Transcript(self._limit)
        copied.dropped, copied._size, copied._next = self.dropped, self._size, self._next
        copied._items, copied._heads = self._items.copy(), self._heads.copy()
        copied._large, copied._small = self._large.copy(), self._small.copy()
        copied._problems = self._problems.copy()
        return copied

    def forget(self) -> None:
        """Keep the problems only: for a session that is over and that nobody asks again."""
        self.dropped += len(self._items)
        for kept in (self._items, self._large, self._small, self._heads):
            kept.clear()
        self._size = 0

    def _append(self, item: _Item) -> None:
        if self.tap is not None:
            self.tap(_entry(item))
        size = len(item[2])
        if size > LARGEST_ENTRY:
            item = (*item[:2], item[2][:LARGEST_ENTRY], *item[3:])
            size = LARGEST_ENTRY
        self._items[self._next] = item
        if item[1] != "sent":
            (self._large if size > LARGE_ENTRY else self._small).append(self._next)
        self._next += 1
        self._size += size + _OVERHEAD
        while self._size > self._limit and self._items:
            self._drop()

    def _drop(self) -> None:
        if queue := self._large or self._small:
            number = queue.popleft()
        else:
            number = next(iter(self._items))
        self._size -= len(self._items.pop(number)[2]) + _OVERHEAD
        self.dropped += 1


def _entry(item: _Item) -> TranscriptEntry:
    return TranscriptEntry(*item)
