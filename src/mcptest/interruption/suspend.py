"""Ctrl-Z: the time while mcptest is suspended does not count as the server's."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from selectors import BaseSelector


class Suspendable(asyncio.SelectorEventLoop):
    """A loop whose clock stands still while the process does."""

    def __init__(self, selector: BaseSelector | None = None) -> None:
        self._away = 0.0
        super().__init__(selector)

    def time(self) -> float:
        return super().time() - self._away

    def suspend(self) -> None:
        """Stop as everybody does; go on here once we are told to."""
        begun = time.monotonic()
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)
        self._away += time.monotonic() - begun


def new_loop(selector: BaseSelector | None = None) -> asyncio.AbstractEventLoop:
    """``selector`` waits for what can be read, where the system's loop has one."""
    return asyncio.new_event_loop() if sys.platform == "win32" else Suspendable(selector)


@contextmanager
def suspendable(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Inside of it SIGTSTP stops the clock of the loop too; who ignores it keeps ignoring it."""
    if not isinstance(loop, Suspendable) or signal.getsignal(signal.SIGTSTP) != signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTSTP, lambda _number, _frame: loop.suspend())
    try:
        yield
    finally:
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
