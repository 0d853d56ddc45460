"""Plan an audit for the engine, and compute its grade at the end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import field, replace
from functools import partial

from mcptest.audit.call_history import AT_ONCE, SLOW_AFTER, CallHistory
from mcptest.audit.security_stage import security_stage
from mcptest.audit.stages import (
    can_fuzz,
    fuzz_stage,
    lint_stage,
    may_take_long,
    negative_stage,
    probe_stage,
    unlisted_case,
)
from mcptest.audit.survey import Survey, pinned
from mcptest.compliance.gates import budget_gate
from mcptest.compliance.grade import ungraded
from mcptest.compliance.grading import ALL_CRASHED, Grading, alone_notes, pace_for, without_grade
from mcptest.compliance.observe.fixtures.misnamed import unused_arguments
from mcptest.compliance.revisions.judged import GRADE_STARTS
from mcptest.engine.case import Case
from mcptest.engine.run import RunPlan
from mcptest.engine.server import Server
from mcptest.engine.unopened import unopened_case
from mcptest.fuzz.examples import require_hypothesis
from mcptest.model.finding import Severity
from mcptest.model.grade import GRADES, Compliance, GateVerdict
from mcptest.model.json import Json
from mcptest.model.outcome import Lane
from mcptest.model.record import record
from mcptest.model.run import Run, SdkFacts, ServerFacts
from mcptest.model.valid_calls import NONE_SUCCEEDED, ValidCalls
from mcptest.safety.gate import Gate
from mcptest.scaffold.probe import probe_cases
from mcptest.security.live.responses import ResponseLog
from mcptest.security.review import Review

STAGES = ("compliance", "lint", "probe", "negative", "fuzz", "security")


def starts_ahead(stages: Collection[str]) -> int:
    """How many processes an audit needs beside the first two."""
    if "compliance" in stages:
        return GRADE_STARTS + 1  # one for the older revisions
    return 1 if {"negative", "fuzz"} & set(stages) else 0


@record(kw_only=True)
class AuditOptions:
    """``stages`` in their order; ``fail_under`` is the worst grade that still passes."""

    stages: tuple[str, ...] = STAGES
    fail_under: str | None = None
    seed: int = 1
    review: Review | None = None
    hints: Mapping[str, Json] = field(default_factory=dict)


def audit_plan(
    server: Server, found: Survey, options: AuditOptions, gate: Gate, secrets: tuple[str, ...]
) -> RunPlan:
    """Every stage that was asked for, on one server.

    Raises: UsageError where only the fuzz stage is selected, and its extra is not installed.
    """
    if options.stages == ("fuzz",):
        require_hypothesis()
    gradings = _gradings(server, found, options) if "compliance" in options.stages else []
    servers = {server.name: pinned(server, found)}
    servers |= {g.server: replace(server, name=g.server, version=g.version) for g in gradings}
    if found.trouble is not None:
        servers = {server.name: server}
    known = [found]

    async def settle() -> None:
        known.append(await found.settled())

    return RunPlan(
        command="audit",
        cases=_cases(server, found, options, gradings, gate),
        servers=servers,
        pace=pace_for(server),
        counts_starts=True,
        seed=options.seed,
        gate=gate,
        secrets=secrets,
        judge_messages=False,
        notes=(*_notes(found, options), *alone_notes(server)),
        settle=settle,
        finish=lambda run: _told(_finish(run, gradings, options.fail_under, found), known[-1]),
    )


def _gradings(server: Server, found: Survey, options: AuditOptions) -> list[Grading]:
    return [
        Grading(
            server.name if version is found.newest else f"{server.name}@{version.value}",
            version,
            options.hints,
            refusal=found.trouble,
        )
        for version in found.graded
    ]


def _cases(
    target: Server, found: Survey, options: AuditOptions, gradings: list[Grading], gate: Gate
) -> list[Case]:
    server, launched = target.name, target.target.launched
    cases = [case for grading in gradings for case in grading.cases()]
    if found.trouble is not None:
        return cases or [unopened_case(server, Lane.PROBE, found.trouble)]
    if found.unlisted and options.stages != ("compliance",):
        cases.append(unlisted_case(server, found.unlisted))
    probes = "probe" in options.stages
    own_calls = {} if probes else {c.name: c for c in probe_cases(server, found.tools, gate)}
    history = CallHistory(
        own_calls,
        slow_after=gate.slow_after or SLOW_AFTER,
        at_once=1 if launched else AT_ONCE,
        free=partial(_unused, gradings),
    )
    if "lint" in options.stages:
        cases += lint_stage(server, found.tools, found.newest)
    log = ResponseLog() if probes and "security" in options.stages else None
    if probes:
        cases += probe_stage(
            server,
            found.tools,
            history,
            gate,
            log,
            beside=lambda tool: (
                launched and may_take_long(tool, gate) and gate.repeatable(server, tool)
            ),
        )
    if "negative" in options.stages:
        cases += negative_stage(server, found.tools, history, gate)
    if "fuzz" in options.stages and can_fuzz():
        cases += fuzz_stage(server, found.tools, options.seed, history, gate)
    if "security" in options.stages:
        cases += security_stage(target, found.tools, log, options.review)
    return cases


async def _unused(gradings: Iterable[Grading]) -> None:
    """Wait until no rule uses the process that bad input gets."""
    for exam in [exam for grading in gradings for exam in grading.exams]:
        await exam.scratch.free()


def _notes(found: Survey, options: AuditOptions) -> tuple[str, ...]:
    if found.trouble is not None:
        return ("no session could be opened, so nothing else was checked",)
    notes = list(found.notes)
    if "fuzz" in options.stages and not can_fuzz():
        notes.append("fuzzing was skipped; to enable it, run: pip install 'mcptest[fuzz]'")
    if "compliance" not in options.stages and not found.unlisted:  # the rules say it themselves
        notes += unused_arguments(options.hints, {tool.name for tool in found.tools})
    return tuple(notes)


def _told(run: Run, found: Survey) -> Run:
    """With what was learned before the run, and the time that took.

    Where no stage spoke to the server, it is known from before alone.
    """
    speaks = tuple(version.wire for version in found.speaks)
    known = run.servers or ((found.facts,) if found.facts is not None else ())
    tools = len(found.tools) if found.trouble is None else None
    servers = tuple(
        replace(
            server,
            speaks=speaks or server.speaks,
            tools=server.tools or tools,
            sdk=_sdk(server, found),
        )
        for server in known
    )
    calls = ValidCalls.of(run.cases)
    if calls is not None and calls.none_succeeded:
        run = replace(run, notes=(*run.notes, NONE_SUCCEEDED))
    return replace(run, servers=servers, duration_ms=run.duration_ms + found.seconds * 1000)


def _sdk(server: ServerFacts, found: Survey) -> SdkFacts | None:
    """What the survey saw, where no stage listed the tools again."""
    return server.sdk or (found.facts.sdk if found.facts else None)


def _finish(run: Run, gradings: Collection[Grading], fail_under: str | None, found: Survey) -> Run:
    graded = [grading.graded(run.cases, servers=run.servers) for grading in gradings]
    if not graded:
        return run
    useless = _useless(run, found)
    if useless is not None:
        graded = [_without_letter(one, useless) for one in graded]
    newest = graded[-1]
    gates: tuple[GateVerdict, ...] = ()
    if fail_under is not None:
        spent = budget_gate(run.calls)
        gates = (_fail_under(newest, fail_under), *([spent] if spent else []))
    reason = without_grade(graded)
    if reason is not None and not run.summary.failed:
        gates = (GateVerdict("session", passed=False, note=reason), *gates)
    others = tuple(graded) if len(graded) > 1 else ()
    return replace(run, compliance=replace(newest, gates=gates, revisions=others))


def _useless(run: Run, found: Survey) -> str | None:
    """Why no letter is due, however well the rules are kept: nobody can use a tool."""
    errors = [finding for finding in found.unlisted if finding.severity is Severity.ERROR]
    if errors and not found.tools:
        return errors[0].message
    calls = ValidCalls.of(run.cases)
    if calls is not None and calls.none_worked:
        return ALL_CRASHED
    return None


def _without_letter(graded: Compliance, reason: str) -> Compliance:
    if graded.grade is None:
        return graded
    return ungraded(graded.rules, spec_version=graded.spec_version, reason=reason)


def _fail_under(graded: Compliance, least: str) -> GateVerdict:
    if graded.grade is None:
        note = f"no grade, expected {least} or better"
        return GateVerdict("fail-under", passed=False, note=note)
    good = GRADES.index(graded.grade) <= GRADES.index(least)
    return GateVerdict("fail-under", passed=good, note=f"expected {least} or better")
