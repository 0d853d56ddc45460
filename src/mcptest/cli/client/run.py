"""Runs ``client run``: find the revision, play the scenarios, grade, apply the gates."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime

from mcptest.cli.client.flags import ClientFlags
from mcptest.cli.output.reports import Output
from mcptest.cli.running import run_prepared
from mcptest.client.cases import ClientTrial
from mcptest.client.revision import find_client_revision
from mcptest.client.starting import CommandStarter
from mcptest.compliance.baseline import Expected, load_baseline
from mcptest.compliance.gates import baseline_gate, strict_gate
from mcptest.engine.execute import RunPace
from mcptest.engine.run import RunPlan
from mcptest.model.grade import Compliance, GateVerdict
from mcptest.model.outcome import CaseResult, Status, Summary
from mcptest.model.run import Run
from mcptest.wire.process.environment import minimal_environment
from mcptest.wire.process.launch import find_program
from mcptest.wire.target import StdioTarget

COMMAND = "client run"


def run_client(flags: ClientFlags, output: Output) -> int:
    """Play, report, and give the exit code.

    Raises: McptestError.
    """
    flags.selected()
    expected = None if flags.baseline is None else load_baseline(flags.baseline)
    starter = CommandStarter(flags.command, flags.env, flags.cwd)
    find_program(StdioTarget(flags.command, flags.env, flags.cwd), minimal_environment(flags.env))

    @asynccontextmanager
    async def prepared() -> AsyncIterator[RunPlan]:
        version = flags.version
        if version is None:
            over = flags.played_over[0]
            version = await find_client_revision(starter, over, flags.seconds)
        trial = ClientTrial(version, starter, flags.showings(version))
        yield trial_plan(trial, flags, expected)

    code = run_prepared(prepared(), output)
    assert code is not None
    return code


def trial_plan(
    trial: ClientTrial, flags: ClientFlags, expected: tuple[Expected, ...] | None
) -> RunPlan:
    """The scenarios as a run."""
    return RunPlan(
        command=COMMAND,
        cases=trial.cases(),
        servers={},
        pace=RunPace(jobs=flags.at_once),
        judge_messages=False,
        finish=lambda run: finished(trial.finish(run), expected, strict=flags.strict),
    )


def finished(run: Run, expected: tuple[Expected, ...] | None, *, strict: bool) -> Run:
    """The run with its gates, and with what the baseline accepts."""
    graded = run.compliance
    assert graded is not None
    gates = tuple(_gates(graded, expected, strict=strict))
    run = _tolerating(run, expected or ())
    return replace(run, compliance=replace(graded, gates=gates))


def _gates(
    graded: Compliance, expected: tuple[Expected, ...] | None, *, strict: bool
) -> list[GateVerdict]:
    if graded.grade is None:
        return [GateVerdict("connection", passed=False, note=graded.reason)]
    gates = []
    if expected is not None:
        gates.append(baseline_gate(graded, expected, today=_today(), strict=strict))
    if strict:
        gates.append(strict_gate(graded))
    return gates


def _tolerating(run: Run, expected: tuple[Expected, ...]) -> Run:
    """A failure that the baseline lists is shown, and does not decide the exit code."""
    reasons = {entry.rule: entry.reason for entry in expected if not entry.is_over(_today())}
    cases = tuple(_tolerated(case, reasons) for case in run.cases)
    return replace(run, cases=cases, summary=Summary.of(cases))


def _tolerated(case: CaseResult, reasons: dict[str, str]) -> CaseResult:
    if case.status is not Status.FAILED:
        return case
    found = {finding.id for finding in case.findings if finding.severity == "error"}
    if not found <= reasons.keys():
        return case
    notes = tuple(f"expected failure of {rule}: {reasons[rule]}" for rule in sorted(found))
    return replace(case, status=Status.WARNED, notes=(*case.notes, *notes))


def _today() -> date:
    return datetime.now(UTC).date()
