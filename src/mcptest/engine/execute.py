"""Run cases and emit events: order, parallelism, and the end of a run."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import field, replace
from itertools import groupby

from mcptest.engine.attempt import Attempts
from mcptest.engine.case import Case
from mcptest.model.bounds import bounded, bounded_json
from mcptest.model.events import CaseFinished, CaseStarted, Event
from mcptest.model.finding import Finding
from mcptest.model.outcome import CaseResult, Skip, SkipReason, Status
from mcptest.model.record import record
from mcptest.model.redaction import Redactor


@record
class RunPace:
    """How many at once, and when to stop."""

    jobs: int = 8
    fail_fast: bool = False
    in_flight: dict[str, int] = field(default_factory=dict)  # by server
    apart: bool = False  # cases with a process to themselves run beside all others


class Execution:
    """One pass over the cases; ``results`` holds what finished, whatever happens."""

    def __init__(
        self,
        cases: Sequence[Case],
        attempts: Attempts,
        *,
        pace: RunPace,
        emit: Callable[[Event], None],
        redactor: Redactor,
        alone: Callable[[str], Awaitable[bool]],
    ) -> None:
        """``alone`` finds out whether a server cannot run twice at a time."""
        self._cases = cases
        self._attempts = attempts
        self._pace = pace
        self._emit = emit
        self._redactor = redactor
        self._alone = alone
        self._slots: asyncio.Semaphore | None = None  # where several lanes share the jobs
        self._done: dict[int, CaseResult] = {}
        self._stopped = False

    @property
    def results(self) -> tuple[CaseResult, ...]:
        """What finished, in the order of the suite."""
        return tuple(self._done[index] for index in sorted(self._done))

    async def run(self) -> None:
        """Servers side by side, unless only one case runs at once; what reads the rest is last.

        The lanes of one server at several revisions would end each other's processes in turn.
        """
        lanes: dict[str | None, list[int]] = defaultdict(list)
        for index, case in enumerate(self._cases):
            if not case.last:
                lanes[case.server].append(index)
        if len(lanes) > 1:
            self._slots = asyncio.Semaphore(self._pace.jobs)
        async with asyncio.TaskGroup() as group:
            for server, indexes in lanes.items():
                lane = group.create_task(self._run_lane(server, indexes))
                if self._pace.jobs == 1:
                    await lane
        for index, case in enumerate(self._cases):
            if case.last:
                await self._run_case(index)

    async def _run_lane(self, server: str | None, indexes: Sequence[int]) -> None:
        """As many at once as the pace and their order allow.

        What goes on apart counts for neither.
        """
        width = min(self._pace.jobs, self._pace.in_flight.get(server or "", self._pace.jobs))
        width = min(width, len(indexes))
        if await self._takes_turns(server, indexes):
            width = 1
        async with asyncio.TaskGroup() as apart:
            for in_order, part in groupby(indexes, lambda i: width == 1 or self._keeps_order(i)):
                if in_order:
                    for index in part:
                        await self._run_case(index)
                else:
                    await self._run_side_by_side(list(part), width, apart)

    async def _run_side_by_side(
        self, indexes: Sequence[int], width: int, apart: asyncio.TaskGroup
    ) -> None:
        """A few workers that share the cases: a task for each case would cost as much as its call.

        The next request leaves in the turn of the loop that read a response, with all others of it.
        """
        waiting = iter(indexes)

        async def work() -> None:
            for index in waiting:
                if self._goes_apart(index):
                    apart.create_task(self._run_now(index))
                    asked = False
                else:
                    asked = await self._run_case(index)
                if not asked:
                    await asyncio.sleep(0)  # what has come meanwhile is read, so times stay true

        async with asyncio.TaskGroup() as group:
            for _ in range(min(width, len(indexes))):
                group.create_task(work())

    def _keeps_order(self, index: int) -> bool:
        return not self._goes_apart(index) and self._cases[index].keeps_order

    def _goes_apart(self, index: int) -> bool:
        return self._pace.apart and self._cases[index].apart

    async def _takes_turns(self, server: str | None, indexes: Sequence[int]) -> bool:
        """Whether each case may end the process of the one before."""
        starts = any(self._cases[index].needs_process for index in indexes)
        return starts and server is not None and await self._alone(server)

    async def _run_case(self, index: int) -> bool:
        if self._slots is None:
            return await self._run_now(index)
        async with self._slots:
            return await self._run_now(index)

    async def _run_now(self, index: int) -> bool:
        """Whether it asked the server something, and others could run meanwhile."""
        case = self._cases[index]
        if self._stopped:
            self._finish(index, _not_reached(case))
            return False
        self._emit(CaseStarted(case.id, case.name, case.lane))
        result = await self._attempts.run(case)
        self._finish(index, result)
        return result.said_in_all > 0

    def _finish(self, index: int, result: CaseResult) -> None:
        result = settled(self._redactor.result(result))
        self._done[index] = result
        if self._pace.fail_fast and result.status in {Status.FAILED, Status.ERRORED}:
            self._stopped = True
        self._emit(CaseFinished(result))


def settled(result: CaseResult) -> CaseResult:
    """Free of what depends on the order of cases, and within bounds whatever a server sent."""
    if not result.findings:
        return result
    return replace(result, findings=tuple(map(_within_bounds, result.findings)))


def _within_bounds(finding: Finding) -> Finding:
    exchange = finding.exchange and finding.exchange.settled()
    return replace(
        finding,
        message=bounded(finding.message),
        help=finding.help and bounded(finding.help),
        expected=bounded_json(finding.expected),
        actual=bounded_json(finding.actual),
        exchange=exchange
        and replace(
            exchange,
            request=bounded_json(exchange.request),
            reply=bounded_json(exchange.reply),
        ),
    )


def _not_reached(case: Case) -> CaseResult:
    skip = Skip(SkipReason.NOT_SELECTED, "stopped after the first failure")
    return CaseResult(case.id, case.name, case.lane, case.server, Status.SKIPPED, skip=skip)
