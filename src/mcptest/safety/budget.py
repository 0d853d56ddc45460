"""The number of calls that a run may make, exact across all features."""

from __future__ import annotations

from threading import Lock

from mcptest.errors import ExitCode, McptestError
from mcptest.model.counted import counted


class BudgetExhausted(McptestError):  # noqa: N818 - a public name
    """Every call of the run is spent; carries the limit."""

    exit_code = ExitCode.REFUSED

    def __init__(self, limit: int) -> None:
        super().__init__(
            "budget-exhausted",
            f"the budget of {counted(limit, 'tool call')} is used up",
            hint="Raise --max-calls, or remove it for no limit.",
        )
        self.limit = limit


class CallBudget:
    """A counter that never gives out more than ``limit``; None is unlimited."""

    def __init__(self, limit: int | None = None) -> None:
        if limit is not None and limit < 0:
            raise ValueError(f"the call budget must be zero or more, got {limit}")
        self.limit = limit
        self._used = 0
        self._lock = Lock()

    @property
    def used(self) -> int:
        return self._used

    def acquire(self) -> None:
        """Take one call.

        Raises: BudgetExhausted.
        """
        with self._lock:
            if self.limit is not None and self._used >= self.limit:
                raise BudgetExhausted(self.limit)
            self._used += 1
