"""Pass bytes from the proxy to the recorder through shared memory.

What was put there outlives the process that put it, and putting it takes no system call.
"""

from __future__ import annotations

import mmap
import threading
from typing import Final

SIZE: Final = 32 * 1024 * 1024
_HEAD: Final = 24  # three counters of eight bytes
_PUT, _TAKEN, _ASLEEP = range(3)


class Ring:
    """One process puts and one takes; each writes a counter that the other only reads."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self._memory = mmap.mmap(-1, _HEAD + size)
        self._counters = memoryview(self._memory)[:_HEAD].cast("Q")
        self._order = threading.Lock()

    def put(self, data: bytes) -> bool:
        """Whether there was room for all of it; otherwise nothing is put."""
        put = self._counters[_PUT]
        if put + len(data) - self._counters[_TAKEN] > self._size:
            return False
        at = put % self._size
        first = data[: self._size - at]
        self._memory[_HEAD + at : _HEAD + at + len(first)] = first
        if len(first) < len(data):
            self._memory[_HEAD : _HEAD + len(data) - len(first)] = data[len(first) :]
        self._in_order()
        self._counters[_PUT] = put + len(data)
        return True

    def take(self, most: int) -> bytes:
        taken = self._counters[_TAKEN]
        size = min(self._counters[_PUT] - taken, most)
        self._in_order()
        at = taken % self._size
        data = self._memory[_HEAD + at : _HEAD + min(at + size, self._size)]
        data += self._memory[_HEAD : _HEAD + size - len(data)]
        self._in_order()
        self._counters[_TAKEN] = taken + size
        return data

    @property
    def filled(self) -> int:
        return self._counters[_PUT] - self._counters[_TAKEN]

    @property
    def asleep(self) -> bool:
        """Whether the one who takes has to be woken up."""
        return self._counters[_ASLEEP] == 1

    @asleep.setter
    def asleep(self, value: bool) -> None:
        self._counters[_ASLEEP] = int(value)
        self._in_order()

    def _in_order(self) -> None:
        """A lock keeps processors from swapping what is written before it and after it."""
        with self._order:
            pass
