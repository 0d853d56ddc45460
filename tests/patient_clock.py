"""A clock for event loops that does not count the time in which the machine held up the test.

Most tests talk to a server in the same loop, with a limit of a fraction of a second. If the process
gets no processor for so long, both stand still, and the limit must not be over when they go on.
"""

from __future__ import annotations

import asyncio
import selectors
import sys
import time

_STEP = 0.005  # seconds that callbacks count in full
_NEWS = 0.02  # so much of a wait that something ended
_SLOWLY = 0.01  # of each second after that, since a clock must not stand still


def _counted(seconds: float, in_full: float) -> float:
    return seconds if seconds <= in_full else in_full + (seconds - in_full) * _SLOWLY


class PatientSelector(selectors.DefaultSelector):
    """Keeps the time of its loop: only in here does a loop wait."""

    def __init__(self) -> None:
        super().__init__()
        self._mark = self._then = time.monotonic()

    def time(self) -> float:
        return self._then + _counted(time.monotonic() - self._mark, _STEP)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._pass(_STEP)
        ready = super().select(timeout)
        self._pass(_NEWS if ready or timeout is None else _STEP + max(0.0, timeout))
        return ready

    def _pass(self, in_full: float) -> None:
        now = time.monotonic()
        self._then += _counted(now - self._mark, in_full)
        self._mark = now


def _time(loop: asyncio.SelectorEventLoop) -> float:
    keeper = loop._selector
    return keeper.time() if isinstance(keeper, PatientSelector) else time.monotonic()


def install() -> None:
    """Give it to every loop that is made from now on."""
    if sys.platform != "win32":
        selectors.DefaultSelector = PatientSelector
        asyncio.SelectorEventLoop.time = _time
