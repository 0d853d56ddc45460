"""Pause between HTTP calls, from the end of one to the start of the next, for all workers."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable


async def _sleep(seconds: float) -> None:
    import asyncio

    await asyncio.sleep(seconds)


class Pace:
    """One server's rhythm; the clock and the wait are given, so that a test needs neither."""

    def __init__(
        self,
        delay: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = _sleep,
    ) -> None:
        from asyncio import Lock

        self._delay = delay
        self._clock = clock
        self._sleep = sleep
        self._turn = Lock()
        self._ended: float | None = None

    async def start(self) -> None:
        """Wait until the pause since the last end is over; one worker at a time."""
        async with self._turn:
            while (rest := self._rest()) > 0:
                await self._sleep(rest)

    def end(self) -> None:
        self._ended = self._clock()

    def _rest(self) -> float:
        return 0.0 if self._ended is None else self._ended + self._delay - self._clock()
