"""Limit the calls and the time that an audit's fuzzing may use for each tool."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from mcptest.model.record import record

CASES = 25
CALLS = 60  # of one tool, with those that make a finding small
ALL_CALLS = 500
SECONDS = 20.0
_LEAST = 5


@record
class Allowance:
    """The same for every tool, so that a big catalog costs no more than a small one."""

    cases: int
    calls: int
    seconds: float

    @classmethod
    def for_each_of(cls, tools: int) -> Allowance:
        calls = max(_LEAST, min(CALLS, ALL_CALLS // max(1, tools)))
        return cls(min(CASES, calls), calls, SECONDS / max(1, tools))

    def begin(self, clock: Callable[[], float] = time.monotonic) -> Callable[[], bool]:
        """Asked before each call: whether that one may be made.

        The first always may, and the time counts from the second on, so that the start of a slow
        server costs nothing.
        """
        made = 0
        deadline = math.inf

        def may_call() -> bool:
            nonlocal made, deadline
            made += 1
            if made == 2:  # noqa: PLR2004  # the second
                deadline = clock() + self.seconds
            return made <= self.calls and clock() < deadline

        return may_call
