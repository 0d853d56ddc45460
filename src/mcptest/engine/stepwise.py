"""Run cases one at a time in the caller's order, and keep sessions between them."""

from __future__ import annotations

from dataclasses import replace

from mcptest.engine.case import Case
from mcptest.engine.connect import Connections
from mcptest.engine.execute import settled
from mcptest.engine.protocol.stray_violations import stray_results
from mcptest.engine.run import RunPlan, attempts_of
from mcptest.engine.single_instance import runs_alone
from mcptest.model.events import Event
from mcptest.model.outcome import CaseResult, Skip, SkipReason
from mcptest.model.redaction import Redactor
from mcptest.wire.uninterrupted import uninterrupted

_PARTLY = Skip(SkipReason.NOT_SELECTED, "not all tests of the suite ran in this process before")


class Stepwise:
    """What sums up the others is judged only when all of them ran before it."""

    def __init__(self, plan: RunPlan) -> None:
        self._sandbox = plan.gate.sandbox
        self._redactor = Redactor(plan.secrets, names=self._sandbox.names)
        self._connections = Connections(plan.servers, _say_nothing, self._redactor)
        self._attempts = attempts_of(plan, self._connections)
        self._left_over: list[CaseResult] = []  # of setups and teardowns that failed
        self._started_twice = {case.server for case in plan.cases if case.needs_process}
        self._left = {case.id for case in plan.cases if not case.last}

    async def run(self, case: Case) -> CaseResult:
        """One case to its result; the session stays open for the next one."""
        if case.last and self._left:
            case = replace(case, skip=case.skip or _PARTLY)
        if case.server is not None and case.server in self._started_twice:
            await runs_alone(self._connections, case.server)
        result = settled(self._redactor.result(await self._attempts.run(case)))
        self._left.discard(case.id)
        return result

    async def close(self) -> None:
        """End every server; the next case would open its own again."""
        self._left_over += await uninterrupted(self._attempts.finish())
        await uninterrupted(self._connections.close_all())
        self._sandbox.remove()

    def stray(self) -> list[CaseResult]:
        """What sessions did wrong on the wire that were closed since the last time."""
        found = [*self._left_over, *stray_results(self._connections)]
        self._left_over.clear()
        self._connections.forgive()
        return [settled(self._redactor.result(result)) for result in found]


def _say_nothing(_event: Event) -> None:
    """Nobody listens: the host reports each result by itself."""
