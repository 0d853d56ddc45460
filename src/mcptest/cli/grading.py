"""Runs ``compliance run``: find the revision, run its rules, grade, apply the gates."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from mcptest.cli.grading_dry_run import show_grading_plan
from mcptest.cli.hints.suite_hints import suite_and_block
from mcptest.cli.output.reports import Output
from mcptest.cli.output.unreachable import report_unreachable
from mcptest.cli.output.writing import require_place
from mcptest.cli.policies import policy_for
from mcptest.cli.running import engine_server, run_prepared
from mcptest.cli.servers import ServerChoice
from mcptest.cli.shell_server import reproducing
from mcptest.compliance.baseline import Expected, load_baseline
from mcptest.compliance.block import ComplianceBlock, block_cases
from mcptest.compliance.corpus.version_corpus import Registry
from mcptest.compliance.gates import (
    SpecVersionCheck,
    baseline_gate,
    budget_gate,
    grade_gate,
    spec_version_gate,
    strict_gate,
)
from mcptest.compliance.grading import Grading, alone_notes, pace_for, without_grade
from mcptest.compliance.hint_values import given_arguments, merged
from mcptest.compliance.revisions.judged import JudgedRevisions, find_revisions
from mcptest.compliance.scorecard import Scorecard, read_scorecard
from mcptest.engine.case import Case
from mcptest.engine.gatekeeping import gate_for
from mcptest.engine.pool import Pool
from mcptest.engine.run import RunPlan
from mcptest.engine.server import Server
from mcptest.errors import OUT_OF_REACH
from mcptest.model.grade import Compliance, GateVerdict
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import CaseResult, Lane, Status, Summary
from mcptest.model.record import record
from mcptest.model.run import UNNAMED, Run
from mcptest.model.spec_version import SpecVersion
from mcptest.safety.gate import Gate
from mcptest.safety.policy import PolicyOptions
from mcptest.suite.load import Suite


@record(kw_only=True)
class GradeFlags(PolicyOptions):
    """What was typed."""

    registry: Registry
    baseline: Path | None
    save_scorecard: Path | None
    strict: bool
    all_revisions: bool
    dry_run: bool
    hints: Mapping[str, Json]


def grade_server(choice: ServerChoice, flags: GradeFlags, output: Output) -> int:
    """Grade, report, and give the exit code.

    Raises: McptestError.
    """
    if flags.save_scorecard is not None:
        require_place(flags.save_scorecard, "--save-scorecard")
    suite, block = suite_and_block(choice)
    block = replace(block, hints=merged(block.hints, flags.hints))
    if block.grade_delta is not None:
        read_scorecard(block.grade_delta.against)  # a broken one costs no run
    spec = choice.resolve()
    server = engine_server(spec)
    expected = _baseline(choice, block, flags)
    pin = server.version or block.spec_version
    graded: list[tuple[list[Grading], Gate]] = []

    @asynccontextmanager
    async def prepared() -> AsyncIterator[RunPlan | None]:
        async with Pool(server.target, server.limits) as pool:
            shared = replace(server, pool=pool)
            found = await find_revisions(shared, pin=pin, every=flags.all_revisions)
            gradings = _gradings(server, found, block, flags)
            gate = _gate(gradings, server, choice, flags, given_arguments(block.hints))
            if flags.dry_run:
                graded.append((gradings, gate))
                yield None
            else:
                entries = _entries(suite, block, server.name) if found.refusal is None else []
                plan = _plan(shared, found, gradings, gate, entries)
                yield replace(
                    plan,
                    secrets=spec.secrets,
                    finish=lambda run: _finish(
                        _timed(run, found), gradings, block, expected, flags
                    ),
                )

    try:
        code = run_prepared(prepared(), output, finish=reproducing(choice, spec))
    except OUT_OF_REACH as trouble:
        return report_unreachable(
            trouble, command="compliance run", lane=Lane.COMPLIANCE, spec=spec, output=output
        )
    if graded and code is None:
        return show_grading_plan(spec, *graded[0], output)
    assert code is not None
    return code


def _gradings(
    server: Server, found: JudgedRevisions, block: ComplianceBlock, flags: GradeFlags
) -> list[Grading]:
    return [
        Grading(_label(server, version, found), version, block.hints, flags.registry, found.refusal)
        for version in found.versions
    ]


def _plan(
    server: Server, found: JudgedRevisions, gradings: list[Grading], gate: Gate, entries: list[Case]
) -> RunPlan:
    servers = {g.server: replace(server, name=g.server, version=g.version) for g in gradings}
    return RunPlan(
        command="compliance run",
        cases=[*(case for grading in gradings for case in grading.cases()), *entries],
        servers={server.name: replace(server, version=found.versions[-1]), **servers},
        pace=pace_for(server),
        gate=gate,
        judge_messages=False,
        counts_starts=True,
        notes=(*found.notes, *alone_notes(server)),
    )


def _label(server: Server, version: SpecVersion, found: JudgedRevisions) -> str:
    return server.name if len(found.versions) == 1 else f"{server.name}@{version.value}"


def _entries(suite: Suite | None, block: ComplianceBlock, server: str) -> list[Case]:
    """The suite's own tests of this server, without those that the grading runs anyway."""
    if suite is None:
        return []
    plain = [entry for entry in block.tests if entry.name == entry.rule_id and not entry.asserts]
    own = replace(block, tests=tuple(entry for entry in block.tests if entry not in plain))
    return [case for case in block_cases(own, suite) if case.server == server]


def _baseline(
    choice: ServerChoice, block: ComplianceBlock, flags: GradeFlags
) -> tuple[Expected, ...] | None:
    if flags.baseline is not None:
        return load_baseline(flags.baseline)
    if block.baseline is None:
        return None
    return load_baseline(Path(choice.from_suite or "").parent / block.baseline)


def _gate(
    gradings: list[Grading],
    server: Server,
    choice: ServerChoice,
    flags: GradeFlags,
    arguments: Mapping[str, JsonObject],
) -> Gate:
    policy = policy_for(choice, flags)
    names = [server.name, *(grading.server for grading in gradings)]
    return gate_for(policy, dict.fromkeys(names, server.target), arguments=arguments)


def _timed(run: Run, found: JudgedRevisions) -> Run:
    """The first session was opened before the run began."""
    return replace(run, duration_ms=run.duration_ms + found.seconds * 1000)


def _finish(
    run: Run,
    gradings: list[Grading],
    block: ComplianceBlock,
    expected: tuple[Expected, ...] | None,
    flags: GradeFlags,
) -> Run:
    graded = [
        grading.useful(grading.graded(run.cases, servers=run.servers)) for grading in gradings
    ]
    newest = graded[-1]
    name = _server_name(run)
    others = tuple(graded) if len(graded) > 1 else ()
    if (reason := without_grade(graded)) is not None:
        gates = _unmet(block, expected, flags, reason)
        if not run.summary.failed:
            gates = (GateVerdict("session", passed=False, note=reason), *gates)
        if flags.save_scorecard is not None:
            run = replace(run, notes=(*run.notes, "no scorecard saved: nothing was graded"))
        return replace(run, compliance=replace(newest, gates=gates, revisions=others))
    gates = _gates(newest, block, expected, flags, server=name)
    if any(gate.name != "spec_version_check" for gate in gates) and (
        spent := budget_gate(run.calls)
    ):
        gates = (*gates, spent)
    if flags.save_scorecard is not None:
        _save(flags.save_scorecard, Scorecard.of(newest, server=name))
    run = _tolerating(run, expected or ())
    return replace(run, compliance=replace(newest, gates=gates, revisions=others))


def _unmet(
    block: ComplianceBlock,
    expected: tuple[Expected, ...] | None,
    flags: GradeFlags,
    reason: str,
) -> tuple[GateVerdict, ...]:
    """Without a session no gate on the rules can pass; the one on two revisions needs none."""
    held = {"grade_delta": block.grade_delta, "baseline": expected, "strict": flags.strict or None}
    asked = [name for name, wanted in held.items() if wanted is not None]
    gates = [spec_version_gate(*pair, registry=flags.registry) for pair in _spec_check(block)]
    return (*gates, *(GateVerdict(name, passed=False, note=reason) for name in asked))


def _spec_check(block: ComplianceBlock) -> list[tuple[SpecVersion, SpecVersionCheck]]:
    if block.spec_version_check is None or block.spec_version is None:
        return []
    return [(block.spec_version, block.spec_version_check)]


def _tolerating(run: Run, expected: tuple[Expected, ...]) -> Run:
    """A failure that the baseline lists is shown, and does not decide the exit code."""
    reasons = {entry.rule: entry.reason for entry in expected if not entry.is_over(_today())}
    cases = tuple(_tolerated(case, reasons) for case in run.cases)
    return replace(run, cases=cases, summary=Summary.of(cases))


def _tolerated(case: CaseResult, reasons: dict[str, str]) -> CaseResult:
    reason = reasons.get(case.rule) if case.rule is not None else None
    if reason is None or case.status is not Status.FAILED:
        return case
    return replace(case, status=Status.WARNED, notes=(*case.notes, f"expected failure: {reason}"))


def _today() -> date:
    return datetime.now(UTC).date()


def _server_name(run: Run) -> str:
    info = run.servers[-1].info if run.servers else None
    return str((info or {}).get("name", "")) or UNNAMED


def _gates(
    graded: Compliance,
    block: ComplianceBlock,
    expected: tuple[Expected, ...] | None,
    flags: GradeFlags,
    *,
    server: str,
) -> tuple[GateVerdict, ...]:
    gates = [spec_version_gate(*pair, registry=flags.registry) for pair in _spec_check(block)]
    if block.grade_delta is not None:
        gates.append(grade_gate(block.grade_delta, graded, server=server))
    if expected is not None:
        gates.append(baseline_gate(graded, expected, today=_today(), strict=flags.strict))
    if flags.strict:
        gates.append(strict_gate(graded))
    return tuple(gates)


def _save(path: Path, card: Scorecard) -> None:
    import json

    from mcptest.atomic import write_atomically

    write_atomically(path, json.dumps(card.as_json(), indent=2) + os.linesep)
