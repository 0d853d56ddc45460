"""An audit as one plan for the engine, and its end as a grade."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from mcptest.audit.stages import fuzz_stage, lint_stage, negative_stage
from mcptest.audit.survey import Survey, pinned
from mcptest.compliance.grading import Grading
from mcptest.engine.case import Case
from mcptest.engine.execute import Pace
from mcptest.engine.run import RunPlan
from mcptest.engine.server import Server
from mcptest.lint.tokens import catalog_tokens
from mcptest.model.grade import GateVerdict
from mcptest.model.record import record
from mcptest.model.run import Run
from mcptest.safety.gate import Gate
from mcptest.scaffold.probe import probe_cases

STAGES = ("compliance", "lint", "probe", "negative", "fuzz")
_GRADES = ("A+", "A", "B", "C", "D", "F")


@record(kw_only=True)
class AuditOptions:
    """``stages`` in their order; ``fail_under`` is the worst grade that still passes."""

    stages: tuple[str, ...] = STAGES
    fail_under: str | None = None
    seed: int = 1


def audit_plan(
    server: Server, found: Survey, options: AuditOptions, gate: Gate, secrets: tuple[str, ...]
) -> RunPlan:
    """Every stage that was asked for, on one server."""
    gradings = _gradings(server, found) if "compliance" in options.stages else []
    servers = {server.name: pinned(server, found)}
    servers |= {g.server: replace(server, name=g.server, version=g.version) for g in gradings}
    if found.trouble is not None:
        servers = {server.name: server}
    return RunPlan(
        command="audit",
        cases=_cases(server.name, found, options, gradings),
        servers=servers,
        pace=Pace(jobs=max(2, gate.policy.concurrency)),
        seed=options.seed,
        gate=gate,
        secrets=secrets,
        judge_conduct=False,
        notes=_notes(found),
        finish=lambda run: _finish(run, gradings, options.fail_under),
    )


def _gradings(server: Server, found: Survey) -> list[Grading]:
    versions = found.speaks or (found.newest,)
    return [
        Grading(
            server.name if version is found.newest else f"{server.name}@{version.value}", version
        )
        for version in versions
    ]


def _cases(
    server: str, found: Survey, options: AuditOptions, gradings: list[Grading]
) -> list[Case]:
    cases = [case for grading in gradings for case in grading.cases()]
    if "lint" in options.stages:
        cases += lint_stage(server, found.tools, found.newest)
    if "probe" in options.stages:
        cases += probe_cases(server, found.tools)
    if "negative" in options.stages:
        cases += negative_stage(server, found.tools)
    if "fuzz" in options.stages:
        cases += fuzz_stage(server, found.tools, options.seed)
    return cases


def _notes(found: Survey) -> tuple[str, ...]:
    if found.trouble is not None:
        return (f"no session could be opened, so only that is judged: {found.trouble}",)
    if not found.tools:
        return ()
    return (f"{len(found.tools)} tools, about {catalog_tokens(found.tools)} tokens to list them",)


def _finish(run: Run, gradings: Collection[Grading], fail_under: str | None) -> Run:
    graded = [grading.graded(run.cases) for grading in gradings]
    if not graded:
        return run
    newest = graded[-1]
    gates: tuple[GateVerdict, ...] = ()
    if fail_under is not None:
        good = _GRADES.index(newest.grade or "F") <= _GRADES.index(fail_under)
        gates = (GateVerdict("fail-under", passed=good, note=f"wanted {fail_under} or better"),)
    others = tuple(graded) if len(graded) > 1 else ()
    return replace(run, compliance=replace(newest, gates=gates, revisions=others))
