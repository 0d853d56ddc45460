"""A whole run: open connections, execute the cases, and return one value for reports."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import partial

from mcptest import __version__
from mcptest.engine.around.repetition import Repetition
from mcptest.engine.attempt import Attempts
from mcptest.engine.case import Case
from mcptest.engine.clock import Clock, SystemClock
from mcptest.engine.connect import Connections
from mcptest.engine.context import Context, ToolLists
from mcptest.engine.execute import Execution, RunPace, settled
from mcptest.engine.ledger import Ledger
from mcptest.engine.protocol.stray_violations import stray_results
from mcptest.engine.server import Server
from mcptest.engine.single_instance import runs_alone
from mcptest.engine.verdict import exit_code
from mcptest.errors import ExitCode
from mcptest.match.matcher import MatchContext, SnapshotStore
from mcptest.model.events import CallRecorded, CaseFinished, Event, Noted, RunFinished, RunStarted
from mcptest.model.outcome import CaseResult, Summary
from mcptest.model.record import record
from mcptest.model.redaction import Redactor
from mcptest.model.run import Run
from mcptest.safety.gate import Gate
from mcptest.safety.policy import ExecutionPolicy
from mcptest.wire.target import StdioTarget
from mcptest.wire.uninterrupted import uninterrupted

NO_SERVER = Server(name="", target=StdioTarget(command=()))


@record(kw_only=True)
class RunPlan:
    """Everything a run needs, decided beforehand."""

    command: str
    cases: Sequence[Case]
    servers: Mapping[str, Server]
    pace: RunPace = field(default_factory=RunPace)
    retry: int = 0
    repeat: int | None = None  # None where each case says so
    fail_on_flaky: bool = False
    seed: int | None = None
    gate: Gate = field(default_factory=lambda: Gate(ExecutionPolicy()))
    snapshots: Callable[[Case], SnapshotStore | None] = lambda _case: None
    secrets: tuple[str, ...] = ()
    counts_starts: bool = False  # whether the result says how often the servers were started
    judge_messages: bool = True  # whether what the wire flagged is a verdict of this run
    notes: tuple[str, ...] = ()
    clock: Clock = field(default_factory=SystemClock)
    settle: Callable[[], Awaitable[None]] | None = None  # after the last case, with servers open
    finish: Callable[[Run], Run] = lambda run: run  # grades and gates are added here


async def run(plan: RunPlan, emit: Callable[[Event], None]) -> Run:
    """Run the cases; when we are cancelled, what finished is still in the result."""
    started, begun = plan.clock.now(), plan.clock.seconds()
    emit(RunStarted(plan.command, started, plan.seed, len(plan.cases)))
    redactor = Redactor(plan.secrets, names=plan.gate.sandbox.names)
    for note in plan.notes:
        emit(Noted(redactor.text(note)))
    connections = Connections(plan.servers, emit, redactor, monitored=plan.judge_messages)
    cases, interrupted = await _execute(plan, connections, redactor, emit)
    calls = tuple(map(redactor.call, plan.gate.records))
    for call in calls:
        emit(CallRecorded(call))
    run = plan.finish(
        Run(
            mcptest=__version__,
            command=plan.command,
            started=started,
            duration_ms=(plan.clock.seconds() - begun) * 1000,
            seed=plan.seed,
            exit_code=ExitCode.OK,
            servers=tuple(connections.facts.values()),
            summary=Summary.of(cases),
            cases=cases,
            calls=calls,
            notes=tuple(map(redactor.text, dict.fromkeys((*plan.notes, *connections.told)))),
            interrupted=interrupted,
            starts=connections.starts if plan.counts_starts else (),
        )
    )
    if any(server.sdk is not None for server in run.servers):
        from mcptest.sdk.marking import with_sdk  # it reads what is known about SDKs

        run = with_sdk(run)
    unreachable = tuple(connections.unusable.values())
    run = replace(run, compliance=run.compliance and redactor.compliance(run.compliance))
    run = replace(run, exit_code=exit_code(run, unreachable=unreachable))
    emit(RunFinished(run))
    return run


async def _execute(
    plan: RunPlan, connections: Connections, redactor: Redactor, emit: Callable[[Event], None]
) -> tuple[tuple[CaseResult, ...], bool]:
    """The results that there are, and whether we were stopped."""
    pace = replace(plan.pace, in_flight={s.name: s.max_in_flight for s in plan.servers.values()})
    attempts = attempts_of(plan, connections)
    execution = Execution(
        plan.cases,
        attempts,
        pace=pace,
        emit=emit,
        redactor=redactor,
        alone=partial(runs_alone, connections),
    )
    interrupted = False
    left: list[CaseResult] = []
    try:
        try:
            await execution.run()
            if plan.settle is not None:
                await plan.settle()
        finally:
            left = await uninterrupted(attempts.finish())
            await uninterrupted(connections.close_all())
            plan.gate.sandbox.remove()
    except asyncio.CancelledError:
        interrupted = True
    judged = stray_results(connections) if plan.judge_messages else ()
    stray = [settled(redactor.result(result)) for result in (*left, *judged)]
    for result in stray:
        emit(CaseFinished(result))
    return (*execution.results, *stray), interrupted


def attempts_of(plan: RunPlan, connections: Connections) -> Attempts:
    """How the cases of a plan are run, independent of their order."""
    ledger, tool_lists = Ledger(), ToolLists()

    def make_context(case: Case) -> Context:
        return Context(
            plan.servers[case.server] if case.server else NO_SERVER,
            connections,
            gate=plan.gate,
            ledger=ledger,
            tool_lists=tool_lists,
            matching=MatchContext(case_id=case.id, snapshots=plan.snapshots(case)),
            clock=plan.clock,
            isolated=case.isolated,
        )

    return Attempts(
        make_context,
        clock=plan.clock,
        retry=plan.retry,
        repetition=Repetition(plan.repeat, fail=plan.fail_on_flaky),
    )
