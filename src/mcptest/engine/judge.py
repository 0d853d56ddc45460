"""Compares an observation with the expectations; the only place that makes a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mcptest.engine.case import Case, Observation
from mcptest.match.expectation import Expectation
from mcptest.match.judge import judge_all
from mcptest.match.matcher import MatchContext, Mismatch
from mcptest.model.escape import one_line
from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.json import MaybeJson
from mcptest.model.location import Location
from mcptest.model.outcome import CaseResult, Status


def judge(
    case: Case, seen: Observation, *, duration_ms: float, attempts: int, context: MatchContext
) -> CaseResult:
    """Observation and expectations to one result."""
    if seen.skip is not None:
        return result_of(case, seen, Status.SKIPPED, seen.findings, duration_ms, attempts)
    expected = case.expect if seen.expect is None else seen.expect
    broken = hold_all(
        () if seen.judged else expected,
        seen.roots,
        context,
        severity=case.severity,
        finding_id=case.finding_id,
        where=case.where,
        exchange=seen.exchange,
    )
    findings = (*seen.findings, *broken)
    status = status_of(findings)
    if case.advisory and status is Status.FAILED:
        status = Status.WARNED
    return result_of(case, seen, status, findings, duration_ms, attempts)


def hold_all(
    expectations: Iterable[Expectation],
    roots: Mapping[str, MaybeJson],
    context: MatchContext,
    *,
    severity: Severity = Severity.ERROR,
    finding_id: str = "assertion",
    where: Location | None = None,
    exchange: Exchange | None = None,
) -> list[Finding]:
    """A finding for each expectation that does not hold."""
    return [
        Finding(
            id=finding_id,
            severity=severity,
            message=_message(broken.expectation, broken.mismatch),
            where=broken.expectation.where or where,
            expected={broken.expectation.check.matcher: broken.expectation.check.wants},
            actual=broken.actual,
            help=broken.mismatch.difference,
            exchange=exchange,
        )
        for broken in judge_all(expectations, roots, context).broken
    ]


def _message(expectation: Expectation, mismatch: Mismatch) -> str:
    reason = f"{expectation.target.text} {one_line(mismatch.reason, limit=400)}"
    return f"{expectation.message}: {reason}" if expectation.message else reason


def status_of(findings: tuple[Finding, ...]) -> Status:
    severities = {finding.severity for finding in findings}
    if Severity.ERROR in severities:
        return Status.FAILED
    return Status.WARNED if Severity.WARNING in severities else Status.PASSED


def result_of(
    case: Case,
    seen: Observation,
    status: Status,
    findings: tuple[Finding, ...],
    duration_ms: float,
    attempts: int,
) -> CaseResult:
    return CaseResult(
        id=case.id,
        name=case.name,
        lane=case.lane,
        server=case.server,
        status=status,
        duration_ms=duration_ms,
        skip=seen.skip,
        targets=seen.targets,
        findings=findings,
        notes=seen.notes,
        attempts=attempts,
        tags=case.tags,
        rule=case.rule,
        file=case.where.file if case.where else None,
    )
