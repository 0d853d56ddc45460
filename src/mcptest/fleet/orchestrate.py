"""Run a fleet: feed jobs to an engine, collect results, write the journal and documents.

A problem with one server only affects its own row. If the run is stopped (by a signal, the total
limit or ``--fail-fast``), the document has every server that had finished.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import Final, Protocol

from mcptest.engine.clock import Clock, SystemClock
from mcptest.errors import ExitCode, WriteError
from mcptest.fleet.fleet_run import FleetRun, fleet_exit_code
from mcptest.fleet.folder import RunFolder
from mcptest.fleet.gates import compared, judged
from mcptest.fleet.history import PastRuns
from mcptest.fleet.inventory.shape import Gates
from mcptest.fleet.journal import Journal
from mcptest.fleet.result import ServerResult, ServerStatus
from mcptest.fleet.workers.confine import Assignment
from mcptest.fleet.workers.delivery import Delivery, failed_delivery
from mcptest.fleet.workers.engine import Engine
from mcptest.fleet.workers.job import Job
from mcptest.model.record import record

_BEAT: Final = 0.25  # seconds between two looks at the clock and at signals
_STOPPED: Final = {ServerStatus.TIMED_OUT, ServerStatus.NOT_RUN}  # how an engine that we halt ends
_NO_RESULT: Final = {ServerStatus.UNUSABLE, ServerStatus.UNREACHABLE, ServerStatus.ERRORED}


class Watcher(Protocol):
    """Shows the progress."""

    def began(self, name: str) -> None:
        """A server was given to the engine."""

    def ended(self, result: ServerResult) -> None:
        """A server ended."""


@record(kw_only=True)
class Orders:
    """Everything that was decided before the first server is touched."""

    run: FleetRun
    jobs: Sequence[Job]
    gates: Callable[[Sequence[str]], Gates]
    done: Mapping[str, ServerResult] = field(default_factory=dict)  # by a run that is resumed
    past: PastRuns = field(default_factory=PastRuns)
    total: float | None = None
    fail_fast: bool = False
    clock: Clock = field(default_factory=SystemClock)


class FleetRunner:
    """Runs the orders on an engine; ``interrupt`` may be called from a signal handler."""

    def __init__(
        self, orders: Orders, engine: Engine, folder: RunFolder, journal: Journal, watch: Watcher
    ) -> None:
        self._orders = orders
        self._engine = engine
        self._folder = folder
        self._journal = journal
        self._watch = watch
        self._arrivals: queue.SimpleQueue[Delivery] = queue.SimpleQueue()
        self._results: dict[str, ServerResult] = {}
        self._troubles: list[WriteError] = []
        self._halted: str | None = None
        self._signal: int | None = None

    def interrupt(self, number: int) -> None:
        """A signal came: end what runs, keep what finished."""
        self._signal = self._signal or number
        self._halt("interrupted")

    def run(self) -> FleetRun:
        """Every job ends as exactly one row."""
        begun = self._orders.clock.seconds()
        waiting = list(reversed([job for job in self._orders.jobs if not self._is_done(job)]))
        running: dict[str, Job] = {}
        while waiting or running:
            while waiting and self._halted is None and len(running) < self._engine.window:
                self._submit(waiting.pop(), running)
            if not running:
                break
            self._gather(running)
            if self._is_late(begun):
                self._halt("the time limit of the run was reached")
        for job in reversed(waiting):
            self._settle(job, self._unstarted(job))
        return self._finish(begun)

    def _is_done(self, job: Job) -> bool:
        """A result of the run that is resumed stands where its job is still the same.

        What came to no result is looked at again, since a variable may be set or a server be up by
        now, and so is what could not be kept.
        """
        name = job.server.name
        old = self._orders.done.get(name)
        if old is None or old.job != job.digest or old.status in _NO_RESULT:
            return False
        if not self._folder.holds(old):
            return False
        self._results[name] = old
        self._watch.ended(old)
        return True

    def _submit(self, job: Job, running: dict[str, Job]) -> None:
        self._watch.began(job.server.name)
        running[job.server.name] = job
        if job.server.trouble:
            self._arrivals.put(_troubled(job))
            return
        assignment = Assignment(job.data, job.digest, job.limit)
        self._engine.submit(assignment, self._arrivals.put)

    def _gather(self, running: dict[str, Job]) -> None:
        try:
            delivery = self._arrivals.get(timeout=_BEAT)
        except queue.Empty:
            return
        job = running.pop(delivery.result.name, None)
        if job is not None:
            self._settle(job, delivery)

    def _settle(self, job: Job, delivery: Delivery) -> None:
        """The one place where a server gets its row."""
        result = self._judged(job, delivery.result)
        result = replace(result, notes=(*result.notes, *self._keep(delivery)))
        self._results[result.name] = result
        if result.status is not ServerStatus.NOT_RUN:
            self._journal.server(result)
        self._watch.ended(result)
        if self._orders.fail_fast and result.status is not ServerStatus.PASSED:
            self._halt("an earlier server did not pass")

    def _judged(self, job: Job, result: ServerResult) -> ServerResult:
        server = job.server
        if self._halted is not None and result.status in _STOPPED:
            result = replace(result, status=ServerStatus.NOT_RUN, reason=self._halted)
        result = replace(
            result,
            job=job.digest,
            tags=server.tags,
            owner=server.owner,
            stage=server.stage,
            stages=job.stages,
        )
        result = compared(result, self._orders.past.newest.get(server.name))
        gates = self._orders.gates(server.tags)
        if "compliance" not in job.stages:  # left out on purpose: there is no grade to look at
            gates = replace(gates, min_grade=None)
        return judged(result, gates, self._orders.past.floor.get(server.name))

    def _keep(self, delivery: Delivery) -> list[str]:
        """Why a document could not be kept, for each."""
        said = []
        for name, text in delivery.documents:
            try:
                self._folder.keep(name, text + b"\n")
            except WriteError as error:
                self._troubles.append(error)
                said.append(error.message)
        return said

    def _unstarted(self, job: Job) -> Delivery:
        reason = self._halted or "stopped"
        return failed_delivery(job.server.name, job.digest, ServerStatus.NOT_RUN, reason)

    def _is_late(self, begun: float) -> bool:
        total = self._orders.total
        return total is not None and self._orders.clock.seconds() - begun > total

    def _halt(self, reason: str) -> None:
        if self._halted is None or self._signal is not None:
            self._halted = self._halted or reason
            self._engine.stop()

    def _finish(self, begun: float) -> FleetRun:
        rows = tuple(self._results[job.server.name] for job in self._orders.jobs)
        if self._journal.trouble is not None:
            self._troubles.append(self._journal.trouble)
        notes = dict.fromkeys((*self._orders.run.notes, *(t.message for t in self._troubles)))
        run = replace(
            self._orders.run,
            duration_ms=(self._orders.clock.seconds() - begun) * 1000,
            servers=rows,
            notes=tuple(notes),
            interrupted=self._signal is not None,
            exit_code=self._exit_code(rows),
        )
        try:
            self._folder.finish(run)
        except WriteError as error:
            self._troubles.append(error)
            run = replace(run, exit_code=ExitCode.INTERNAL, notes=(*run.notes, error.message))
        if self._halted is None and not self._troubles:  # else there is something to resume
            self._journal.finish(run.exit_code)
        return run

    def _exit_code(self, rows: Sequence[ServerResult]) -> int:
        if self._signal is not None:
            return 128 + self._signal
        return ExitCode.INTERNAL if self._troubles else fleet_exit_code(rows)


def _troubled(job: Job) -> Delivery:
    """What the environment lacks, told without starting anything."""
    said = "; ".join(f"{each.message} ({each.where})" for each in job.server.trouble)
    return failed_delivery(job.server.name, job.digest, ServerStatus.UNUSABLE, said)
