"""Remember how each tool's valid call ended, to decide which further calls make sense."""

from __future__ import annotations

from asyncio import Event, Lock, Semaphore
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.valid_calls import TARGET, CallOutcome

SLOW_AFTER = 3.0  # seconds, where nobody said otherwise
_SOON = 0.5  # seconds
AT_ONCE = 2  # tools; more of them would need more servers, and the policy lets no more calls out
_Observe: TypeAlias = Callable[[Context], Awaitable[Observation]]
_HOW = {
    CallOutcome.REJECTED: "rejected every valid call",
    CallOutcome.CRASHED: "crashed on every valid call",
    CallOutcome.UNANSWERED: "did not respond to any valid call",
}


async def _at_once() -> None:
    """Where there is nothing to wait for."""


class CallHistory:
    """Filled by the valid calls, which come first; a tool that was not called counts as quick."""

    def __init__(
        self,
        calls: Mapping[str, Case] | None = None,
        *,
        slow_after: float = SLOW_AFTER,
        at_once: int = AT_ONCE,
        free: Callable[[], Awaitable[None]] = _at_once,
    ) -> None:
        """``calls`` are valid calls by tool, made here where no stage of their own makes them.

        ``free`` waits for the process that more calls would use.
        """
        self._slow_after = slow_after
        self._seconds: dict[str, float] = {}
        self._outcomes: dict[str, CallOutcome] = {}
        self._calls = dict(calls or {})
        self._turns = Semaphore(at_once)
        self._free = free
        self._calling = Lock()
        self._one_by_one = Lock()
        self._beside: dict[str, Event] = {}

    def taking(self, case: Case) -> _Observe:
        """The same, with its time and outcome remembered."""

        async def observe(context: Context) -> Observation:
            seen = await case.observe(context)
            took, outcome = seen.targets.get("duration_ms"), seen.targets.get(TARGET)
            self._seconds[case.name] = took / 1000 if isinstance(took, float) else 0.0
            if isinstance(outcome, str):
                self._outcomes[case.name] = CallOutcome(outcome)
            return seen

        return observe

    def taking_beside(self, case: Case) -> _Observe:
        """The same one at a time, where others go on; who calls the tool again waits for it."""
        over = self._beside[case.name] = Event()
        observe = self.taking(case)

        async def observe_in_turn(context: Context) -> Observation:
            try:
                async with self._one_by_one:
                    return await observe(context)
            finally:
                over.set()

        return observe_in_turn

    def worked(self) -> list[str]:
        """The tools whose valid call succeeded, and soon enough to be made again."""
        return [
            name
            for name, outcome in self._outcomes.items()
            if outcome is CallOutcome.SUCCEEDED and self._seconds.get(name, 0.0) < _SOON
        ]

    def unless_slow(self, tool: str, observe: _Observe) -> _Observe:
        """The same, or a skip that says how slow the tool was."""

        async def wary(context: Context) -> Observation:
            if tool in self._beside:
                await self._beside[tool].wait()
            first = await self._first_call(tool, context)
            took = self._seconds.get(tool, 0.0)
            if took < self._slow_after:
                seen = await self.in_turn(observe)(context)
                seen = replace(seen, findings=(*first, *seen.findings))
                return self._weighed(tool, seen)
            detail = f"a valid call to {tool} took {took:.1f} s, so it is not called again"
            return Observation(skip=Skip(SkipReason.BUDGET_EXHAUSTED, detail))

        return wary

    def in_turn(self, observe: _Observe) -> _Observe:
        """The same, one at a time."""

        async def alone(context: Context) -> Observation:
            async with self._turns:
                await self._free()
                try:
                    return await observe(context)
                finally:  # the next user may continue with the process
                    await context.release_own()

        return alone

    async def _first_call(self, tool: str, context: Context) -> tuple[Finding, ...]:
        """Make the valid call now where no stage before this one made it; what failed in it."""
        async with self._calling:
            case = self._calls.pop(tool, None)
            if case is None or case.skip is not None:
                return ()
            seen = await self.taking(case)(context)
        return tuple(one for one in seen.findings if one.severity is Severity.ERROR)

    def _weighed(self, tool: str, seen: Observation) -> Observation:
        """A tool that never succeeds rejects bad input whatever it checks, so that shows nothing.

        What it did wrong meanwhile (an exit, a hang, a leak, bad input accepted) stays a finding.
        """
        how = _HOW.get(self._outcomes.get(tool, CallOutcome.SUCCEEDED))
        found = any(finding.severity is not Severity.NOTE for finding in seen.findings)
        told = seen.skip is not None and seen.skip.reason is not SkipReason.CANNOT_TELL
        if how is None or found or told or seen.targets.get("fuzz.succeeded"):
            return seen
        detail = f"{tool} {how}, so bad input proves nothing; test it in a suite with working args"
        return replace(seen, skip=Skip(SkipReason.CANNOT_TELL, detail))
