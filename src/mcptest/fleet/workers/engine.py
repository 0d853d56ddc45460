"""The interface of an engine: it takes jobs and returns results as they finish."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from mcptest.fleet.workers.confine import Assignment
from mcptest.fleet.workers.delivery import Delivery

Deliver = Callable[[Delivery], None]


class Engine(Protocol):
    """Every assignment that was submitted is delivered exactly once, from whatever thread."""

    name: str
    jobs: int

    @property
    def window(self) -> int:
        """How many assignments it wants to have at one time."""

    def submit(self, assignment: Assignment, deliver: Deliver) -> None:
        """Begin as soon as there is room."""

    def stop(self) -> None:
        """End what runs; a second call leaves out the graces. Safe in a signal handler."""

    def close(self) -> None:
        """Wait for what was stopped, and give everything back."""
