"""Lint reports as cases of a run, one per tool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mcptest.lint.catalog import Catalog
from mcptest.lint.engine import ToolReport
from mcptest.lint.tokens import catalog_tokens, tool_tokens
from mcptest.model.counted import counted
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.model.record import record
from mcptest.model.run import UNNAMED
from mcptest.model.tool import ToolDescriptor

_STATUS = {Severity.ERROR: Status.FAILED, Severity.WARNING: Status.WARNED}


@record
class Origin:
    """Where a catalog comes from: a file with places, or a live server with a name."""

    label: str
    tools: tuple[ToolDescriptor, ...]
    server: str | None = None
    catalog: Catalog | None = None


def lint_cases(origin: Origin, reports: Sequence[ToolReport]) -> Iterator[CaseResult]:
    """One case per tool, in the order of the catalog."""
    seen: Counter[str] = Counter()
    for report in reports:
        name = report.name or f"tool {report.index}"
        seen[name] += 1
        shown = name if seen[name] == 1 else f"{name} #{seen[name]}"
        yield CaseResult(
            id=f"{Lane.SCHEMA_LINT}::{origin.server or origin.label}::{shown}",
            name=shown,
            lane=Lane.SCHEMA_LINT,
            server=origin.server,
            status=_status(report.findings),
            targets={
                "score": report.score.value,
                "score_parts": {part.name: part.value for part in report.score.parts},
                "tokens": tool_tokens(origin.tools[report.index]),
            },
            findings=tuple(_placed(origin, report.index, f) for f in report.findings),
        )


def _status(findings: Sequence[Finding]) -> Status:
    found = {_STATUS.get(finding.severity) for finding in findings}
    if Status.FAILED in found:
        return Status.FAILED
    return Status.WARNED if Status.WARNED in found else Status.PASSED


def _placed(origin: Origin, index: int, finding: Finding) -> Finding:
    if origin.catalog is None:
        return finding
    return replace(finding, where=origin.catalog.where(index, finding.pointer or ""))


def catalog_note(origin: Origin, reports: Sequence[ToolReport]) -> str:
    """One line about the whole: size, cost, score."""
    count = len(origin.tools)
    if not count:
        return f"{_label(origin)}no tools"
    mean = sum(report.score.value for report in reports) / count
    cost = catalog_tokens(origin.tools)
    listed = f"{counted(count, 'tool')}, about {counted(cost, 'token')}"
    return (
        f"{_label(origin)}{listed}, mean tool quality score {mean:.2f} of 1{_without_sch(reports)}"
    )


def _without_sch(reports: Sequence[ToolReport]) -> str:
    """Said where it matters: a schema with such a finding may still get the best score."""
    found = any(one.id.startswith("SCH-") for report in reports for one in report.findings)
    return " (SCH findings do not count)" if found else ""


def _label(origin: Origin) -> str:
    return "" if origin.label == UNNAMED else f"{origin.label}: "
