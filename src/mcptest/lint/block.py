"""The ``tool_quality:`` block: gates on the quality of a server's tool definitions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.lint.engine import ToolReport, lint_tools
from mcptest.lint.infos import lint_infos
from mcptest.match.bind import bind
from mcptest.match.expectation import Expectation
from mcptest.match.path import Path
from mcptest.model.counted import counted
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import Json
from mcptest.model.location import Location
from mcptest.model.outcome import Lane, Skip, SkipReason, declared_skip
from mcptest.model.record import record
from mcptest.suite.block import Block
from mcptest.suite.entry import ENTRY_KEYS
from mcptest.suite.expect import Expect, ExpectShape
from mcptest.suite.load import Suite
from mcptest.suite.shape import Key, ListOf, Object

TARGETS: Final = {
    "schema_criticals": "Findings of severity error from the SCH rules (how strict schemas are).",
    "schema_warnings": "Warnings of the SCH rules.",
    "critical_count": "Findings of severity error from all rules except the SCH rules.",
    "warning_count": "Warnings of all other rules.",
    "min_score": "The score of the worst tool, from 0 to 1.",
    "mean_score": "The mean score of all tools, from 0 to 1.",
    "tool": 'One tool, as in `tool["search"].score`.',
}
_MOST_FINDINGS: Final = 50


@record(kw_only=True)
class QualityTest:
    """One entry as written."""

    name: str
    where: Location
    server: str | None = None
    expect: Expect | None = None
    tags: tuple[str, ...] = ()
    skip: str | None = None
    only: bool = False


SHAPE = Object(
    "tool quality entry",
    {
        **{key: ENTRY_KEYS[key] for key in ("name", "server", "tags", "skip", "only")},
        "expect": Key(
            ExpectShape(tuple(TARGETS)),
            doc="What must hold (default: min_score 0.5, mean_score 0.7, no errors except SCH "
            "rules).",
        ),
    },
    QualityTest,
    place=True,
)


def quality_cases(tests: tuple[QualityTest, ...], suite: Suite) -> list[Case]:
    return [_case(test, suite) for test in tests]


def _case(test: QualityTest, suite: Suite) -> Case:
    server = test.server or suite.scope.only_server or ""
    expect = (test.expect or Expect()).expectations(default_gate())
    schema_named = any(str(one.target.text).startswith("schema_") for one in expect)

    async def observe(context: Context) -> Observation:
        session = await context.session()
        reports = lint_tools(await context.tools(), version=session.version)
        return observe_quality(reports, schema_named=schema_named)

    return Case(
        id=f"{Lane.TOOL_QUALITY}::{server}::{test.name}",
        name=test.name,
        lane=Lane.TOOL_QUALITY,
        server=server,
        observe=observe,
        expect=expect,
        where=test.where,
        tags=test.tags,
        skip=declared_skip(test.skip),
        only=test.only,
    )


def default_gate() -> tuple[Expectation, ...]:
    """What holds where nothing else is said; the two schema targets are not in it."""
    return (
        Expectation(Path.parse("min_score"), bind({"range": {"min": 0.5}})),
        Expectation(Path.parse("mean_score"), bind({"range": {"min": 0.7}})),
        Expectation(Path.parse("critical_count"), bind({"exact": 0})),
    )


_COUNTED_AS: Final = {Severity.ERROR: "critical", Severity.WARNING: "warning"}  # in the targets


def observe_quality(reports: Sequence[ToolReport], *, schema_named: bool) -> Observation:
    """The targets; findings go along as notes, since the expectations are the verdict."""
    if not reports:
        skip = Skip(SkipReason.NOT_APPLICABLE, "the server offers no tools")
        return Observation(skip=skip)
    counts = quality_targets(reports)
    tools: Json = {report.name: {"score": report.score.value} for report in reports}
    findings = [
        replace(
            finding,
            severity=Severity.NOTE,
            message=f"{report.name}: {finding.message} ({_COUNTED_AS[finding.severity]})",
        )
        for report in reports
        for finding in report.findings
        if finding.severity is not Severity.NOTE and (schema_named or not _of_schema(finding))
    ]
    return Observation(
        roots={**counts, "tool": tools},
        targets=counts,
        findings=tuple(findings[:_MOST_FINDINGS]),
        notes=_worst(reports, len(findings) - _MOST_FINDINGS),
    )


def quality_targets(reports: Sequence[ToolReport]) -> Mapping[str, Json]:
    """The numbers of a catalog that is not empty."""
    findings = [finding for report in reports for finding in report.findings]
    scores = [report.score.value for report in reports]
    return {
        "schema_criticals": _count(findings, Severity.ERROR, schema=True),
        "schema_warnings": _count(findings, Severity.WARNING, schema=True),
        "critical_count": _count(findings, Severity.ERROR, schema=False),
        "warning_count": _count(findings, Severity.WARNING, schema=False),
        "min_score": min(scores),
        "mean_score": round(sum(scores) / len(scores), 3),
    }


def _count(findings: Sequence[Finding], severity: Severity, *, schema: bool) -> int:
    return sum(1 for f in findings if f.severity is severity and _of_schema(f) == schema)


def _of_schema(finding: Finding) -> bool:
    return finding.id.startswith("SCH-")


def _worst(reports: Sequence[ToolReport], left_out: int) -> tuple[str, ...]:
    """The lowest score explained, and how many findings are not shown."""
    worst = min(reports, key=lambda report: report.score.value)
    parts = ", ".join(f"{p.name} {p.value:g} ({p.reason})" for p in worst.score.parts)
    notes = [f"lowest score {worst.score.value:g}: {worst.name}: {parts}"]
    return (*notes, counted(left_out, "more finding")) if left_out > 0 else tuple(notes)


BLOCK = Block(
    key="tool_quality",
    doc="Gates on schemas and descriptions.",
    lane=Lane.TOOL_QUALITY,
    shape=ListOf(SHAPE),
    cases=quality_cases,
    defaults=("server",),
    targets=TARGETS,
    rules=lint_infos,
)
