"""The number of calls a run may make: exact, whoever asks."""

from __future__ import annotations

from threading import Lock

from mcptest.errors import ExitCode, McptestError


class BudgetExhausted(McptestError):  # noqa: N818 - a public name
    """Every call of the run is spent; carries the limit."""

    exit_code = ExitCode.REFUSED

    def __init__(self, limit: int) -> None:
        super().__init__(
            "budget-exhausted",
            f"the budget of {limit} tool calls is spent",
            hint="Raise --max-calls, or leave it out for no limit.",
        )
        self.limit = limit


class CallBudget:
    """A counter that never gives out more than ``limit``; None is unlimited."""

    def __init__(self, limit: int | None = None) -> None:
        if limit is not None and limit < 0:
            raise ValueError(f"a call budget is zero or more, not {limit}")
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
