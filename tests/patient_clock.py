"""A clock for event loops that does not count the time in which the machine held up the test.

Most tests talk to a server in the same loop, with a limit of a fraction of a second. If the process
gets no processor for so long, both stand still, and the limit must not be over when they go on.
"""

from __future__ import annotations

import asyncio
import selectors
import sys
import time

_STEP = 0.05  # seconds that callbacks, or a wait that something ended, count at the most


class PatientSelector(selectors.DefaultSelector):
    """Knows how much of the time was lost since its loop began."""

    lost = 0.0
    _left: float | None = None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        entered = time.monotonic()
        if self._left is not None:
            self._count(entered - self._left, at_most=_STEP)
        ready = super().select(timeout)
        self._left = time.monotonic()
        silent = timeout is not None and not ready
        self._count(self._left - entered, at_most=_STEP + max(0.0, timeout) if silent else _STEP)
        return ready

    def _count(self, seconds: float, *, at_most: float) -> None:
        self.lost += max(0.0, seconds - at_most)


def _time(loop: asyncio.SelectorEventLoop) -> float:
    return time.monotonic() - getattr(loop._selector, "lost", 0.0)


def install() -> None:
    """Give it to every loop that is made from now on."""
    if sys.platform != "win32":
        selectors.DefaultSelector = PatientSelector
        asyncio.SelectorEventLoop.time = _time
