"""One timer for many requests, because most are answered long before it fires."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from types import TracebackType

from mcptest.wire.link import RequestId
from mcptest.wire.waiting import Waiting


class Deadlines:
    """Rings at the earliest deadline and tells ``expire`` of each request that is over.

    A timer for each request would cost more than reading its answer.
    """

    def __init__(
        self, pending: Mapping[RequestId, Waiting], expire: Callable[[Waiting], None]
    ) -> None:
        self._pending = pending
        self._expire = expire
        self._timer: asyncio.TimerHandle | None = None

    def add(self, waiting: Waiting, timeout: float) -> None:
        """The clock of a request runs from its sending."""
        waiting.timeout = timeout
        waiting.deadline = waiting.since + timeout
        if self._timer is None or waiting.deadline < self._timer.when():
            self.cancel()
            self._set(waiting.deadline)

    def shorten(self, waiting: Waiting, within: float) -> None:
        """Give a request no more than that from now on."""
        deadline = asyncio.get_running_loop().time() + within
        if deadline < waiting.deadline:
            self.add(waiting, deadline - waiting.since)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set(self, deadline: float) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_at(deadline, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = asyncio.get_running_loop().time()
        waiting = [each for each in self._pending.values() if not each.future.done()]
        for each in waiting:
            if each.deadline <= now:
                self._expire(each)
        left = [each.deadline for each in waiting if each.deadline > now]
        if left:
            self._set(min(left))


class TimeLimit:
    """What ``asyncio.timeout`` is, on the timer that ``TimeLimits`` shares."""

    __slots__ = ("_cancelling", "_limits", "_task", "deadline", "expired")

    def __init__(self, limits: TimeLimits, deadline: float) -> None:
        self._limits = limits
        self.deadline = deadline
        self.expired = False

    def __enter__(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._task = task
        self._cancelling = task.cancelling()
        self._limits.add(self)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Raises: TimeoutError for a block that was cancelled because its time was over."""
        self._limits.remove(self)
        ours = self.expired and self._task.uncancel() <= self._cancelling
        if ours and kind is asyncio.CancelledError:
            raise TimeoutError from error

    def expire(self) -> None:
        self.expired = True
        self._task.cancel()


class TimeLimits:
    """Cancels each block of code whose time is over: ``with limits.until(deadline):``.

    ``asyncio.timeout`` sets a timer for each block and cancels it, at a tenth of a whole request.
    """

    def __init__(self) -> None:
        self._running: set[TimeLimit] = set()
        self._timer: asyncio.TimerHandle | None = None

    def until(self, deadline: float) -> TimeLimit:
        """A limit by the clock of the loop."""
        return TimeLimit(self, deadline)

    def add(self, limit: TimeLimit) -> None:
        self._running.add(limit)
        if self._timer is None or limit.deadline < self._timer.when():
            self._cancel()
            self._set(limit.deadline)

    def remove(self, limit: TimeLimit) -> None:
        self._running.discard(limit)

    def rest(self) -> None:
        """Leave no timer behind; what still runs keeps its limit."""
        if not self._running:
            self._cancel()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set(self, deadline: float) -> None:
        self._timer = asyncio.get_running_loop().call_at(deadline, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = asyncio.get_running_loop().time()
        for limit in [each for each in self._running if each.deadline <= now]:
            self._running.discard(limit)
            limit.expire()
        if self._running:
            self._set(min(each.deadline for each in self._running))
