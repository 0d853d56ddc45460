"""Numbered events for every open page, within a limit; a page can resume after a disconnect."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from itertools import islice
from typing import Final

from mcptest.model.json import JsonObject

MOST_BYTES: Final = 16 * 1024 * 1024
_OVERHEAD: Final = 100


class Feed:
    """Keeps the newest events as server-sent events; the oldest go first."""

    def __init__(self, limit: int = MOST_BYTES) -> None:
        self._limit = limit
        self._size = 0
        self._first = 1
        self._events: deque[bytes] = deque()
        self._news = asyncio.Event()

    @property
    def last(self) -> int:
        """The number of the newest event; 0 before the first."""
        return self._first + len(self._events) - 1

    def put(self, kind: str, data: JsonObject) -> int:
        number = self.last + 1
        text = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
        event = f"id: {number}\nevent: {kind}\ndata: {text}\n\n".encode()
        self._events.append(event)
        self._size += len(event) + _OVERHEAD
        while self._size > self._limit and len(self._events) > 1:
            self._size -= len(self._events.popleft()) + _OVERHEAD
            self._first += 1
        self._news.set()
        return number

    def has(self, number: int) -> bool:
        """Whether everything after that event is still kept."""
        return self._first - 1 <= number <= self.last

    def since(self, number: int) -> bytes:
        """Every event after that one, ready to be sent."""
        return b"".join(islice(self._events, max(0, number + 1 - self._first), None))

    async def wait(self, number: int, seconds: float) -> bool:
        """Wait for an event after that one; False where none came in time."""
        try:
            async with asyncio.timeout(seconds):
                while self.last <= number:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return False
        return True
