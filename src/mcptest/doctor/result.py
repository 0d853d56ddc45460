"""One step of the doctor as a case: its question and its result."""

from __future__ import annotations

from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import CaseResult, Lane, Skip, SkipReason, Status


def step_id(server: str, part: str) -> str:
    return f"{Lane.DOCTOR}::{server}::{part}"


def step(server: str, part: str, question: str, *findings: Finding) -> CaseResult:
    """Passed without findings; an error fails it, a warning only warns."""
    severities = {finding.severity for finding in findings}
    status = Status.WARNED if Severity.WARNING in severities else Status.PASSED
    if Severity.ERROR in severities:
        status = Status.FAILED
    case_id = step_id(server, part)
    return CaseResult(case_id, question, Lane.DOCTOR, server, status, findings=findings)


def unknown(server: str, part: str, question: str, why: str) -> CaseResult:
    """A step that could not be taken."""
    skip = Skip(SkipReason.CANNOT_TELL, why)
    case_id = step_id(server, part)
    return CaseResult(case_id, question, Lane.DOCTOR, server, Status.SKIPPED, skip=skip)
