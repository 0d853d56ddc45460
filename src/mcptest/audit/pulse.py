"""How long a valid call of each tool takes, so that a slow tool is not called again and again."""

from __future__ import annotations

from asyncio import Semaphore
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.outcome import Skip, SkipReason

SLOW = 3.0  # seconds
AT_ONCE = 2  # tools; more of them would need more servers, and the policy lets no more calls out
_Observe: TypeAlias = Callable[[Context], Awaitable[Observation]]


class Pulse:
    """Filled by the valid calls, which come first; a tool that was not called counts as quick."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}
        self._turns = Semaphore(AT_ONCE)

    def taking(self, case: Case) -> _Observe:
        """The same, with its time remembered."""

        async def observe(context: Context) -> Observation:
            seen = await case.observe(context)
            took = seen.targets.get("duration_ms")
            self._seconds[case.name] = took / 1000 if isinstance(took, float) else 0.0
            return seen

        return observe

    def unless_slow(self, tool: str, observe: _Observe) -> _Observe:
        """The same, or a skip that says how slow the tool was."""

        async def wary(context: Context) -> Observation:
            took = self._seconds.get(tool, 0.0)
            if took < SLOW:
                async with self._turns:
                    return await observe(context)
            detail = f"a valid call of {tool} took {took:.1f} s, so no more of them are made"
            return Observation(skip=Skip(SkipReason.BUDGET_EXHAUSTED, detail))

        return wary
