"""Findings as cases and counts of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from mcptest.lint.result import Origin
from mcptest.model.counted import counted
from mcptest.model.finding import Finding, Risk, Severity
from mcptest.model.json import Json
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.model.run import UNNAMED
from mcptest.security.engine import Located
from mcptest.security.subject import CatalogSubject

CATALOG: Final = "the catalog"
LAUNCH: Final = "how the server is started"


def catalog_cases(origin: Origin, found: Sequence[Located]) -> Iterator[CaseResult]:
    """One case for the catalog as a whole where it has findings, then one per tool."""
    server = origin.server or origin.label
    whole = [one for one in found if one.tool is None]
    if whole:
        yield make_case(server, CATALOG, [one.finding for one in whole], server=origin.server)
    seen: Counter[str] = Counter()
    for index, tool in enumerate(origin.tools):
        name = tool.name or f"tool {index}"
        seen[name] += 1
        shown = name if seen[name] == 1 else f"{name} #{seen[name]}"
        own = [_placed(origin, one) for one in found if one.tool == index]
        yield make_case(server, shown, own, server=origin.server)


def make_case(
    place: str, name: str, findings: Sequence[Finding], *, server: str | None = None
) -> CaseResult:
    return CaseResult(
        id=f"{Lane.SECURITY}::{place}::{name}",
        name=name,
        lane=Lane.SECURITY,
        server=server,
        status=_status(findings),
        targets=risk_counts(findings),
        findings=tuple(findings),
    )


def _status(findings: Iterable[Finding]) -> Status:
    severities = {finding.severity for finding in findings}
    if Severity.ERROR in severities:
        return Status.FAILED
    return Status.WARNED if Severity.WARNING in severities else Status.PASSED


def _placed(origin: Origin, located: Located) -> Finding:
    if origin.catalog is None or located.tool is None:
        return located.finding
    where = origin.catalog.where(located.tool, located.finding.pointer or "")
    return replace(located.finding, where=where)


def risk_counts(findings: Iterable[Finding]) -> dict[str, Json]:
    """How many of each risk, and the worst; ``none`` where there is nothing."""
    risks = Counter(f.security.risk for f in findings if f.security is not None)
    worst = max(risks, key=lambda risk: risk.rank, default=None)
    counts: dict[str, Json] = {risk.value: risks[risk] for risk in reversed(Risk)}
    return {**counts, "max_severity": worst.value if worst is not None else "none"}


def coverage_note(catalog: CatalogSubject, label: str, rules: int) -> str:
    """What was looked at, without which "no findings" says nothing."""
    from mcptest.security.reading.reader import languages

    texts = sum(len(tool.texts) for tool in catalog.tools) + len(catalog.around)
    spoken = ", ".join(language.name for language in languages())
    read = f"checked {counted(texts, 'string')} in {counted(len(catalog.tools), 'tool')}"
    where = "" if label == UNNAMED else f"{label}: "
    return f"{where}{read} against {counted(rules, 'rule')}; detects instructions in {spoken}"


def risks_text(findings: Iterable[Finding]) -> str:
    """``findings by severity: 1 high, 2 low``."""
    counts = risk_counts(findings)
    told = [f"{counts[risk.value]} {risk.value}" for risk in reversed(Risk) if counts[risk.value]]
    return f"findings by severity: {', '.join(told)}" if told else "no findings"
