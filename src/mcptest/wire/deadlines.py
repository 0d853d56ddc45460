"""One timer for every request that waits: most are answered long before it would ring."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

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

    def hasten(self, waiting: Waiting, within: float) -> None:
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
