"""The engine's clock, passed in so that a test can control it."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    def seconds(self) -> float:
        """Monotonic, for durations."""

    def now(self) -> str:
        """The wall clock as RFC 3339 in UTC, for the report."""


class SystemClock:
    def seconds(self) -> float:
        return time.perf_counter()

    def now(self) -> str:
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
