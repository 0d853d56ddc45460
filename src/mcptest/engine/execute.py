"""Run cases and emit events: order, parallelism, and the end of a run."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import field, replace

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
        self._slots = asyncio.Semaphore(pace.jobs)
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
        running: set[asyncio.Task[None]] = set()
        async with asyncio.TaskGroup() as group:
            for index in indexes:
                if width > 1 and self._pace.apart and self._cases[index].apart:
                    group.create_task(self._run_now(index))
                    await asyncio.sleep(0)  # what has come meanwhile is read, so times stay true
                    continue
                serial = width == 1 or self._cases[index].keeps_order
                while running and (serial or len(running) >= width):
                    _, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                if serial:
                    await self._run_case(index)
                else:
                    running.add(group.create_task(self._run_case(index)))

    async def _takes_turns(self, server: str | None, indexes: Sequence[int]) -> bool:
        """Whether each case may end the process of the one before."""
        starts = any(self._cases[index].needs_process for index in indexes)
        return starts and server is not None and await self._alone(server)

    async def _run_case(self, index: int) -> None:
        async with self._slots:
            await self._run_now(index)

    async def _run_now(self, index: int) -> None:
        case = self._cases[index]
        if self._stopped:
            self._finish(index, _not_reached(case))
            return
        self._emit(CaseStarted(case.id, case.name, case.lane))
        self._finish(index, await self._attempts.run(case))

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
