"""Rank cases by severity, so that reports show the worst first."""

from __future__ import annotations

from mcptest.model.finding import Severity
from mcptest.model.outcome import CaseResult, Lane, Status

_STATUS = (Status.ERRORED, Status.FAILED, Status.WARNED, Status.SKIPPED, Status.PASSED)
_SEVERITY = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
_LANES = (Lane.COMPLIANCE, Lane.TOOLS)  # the protocol and what the user wrote come first


def gravity(case: CaseResult) -> tuple[int, int, int]:
    """Sorts the worst first: status, severity, then the protocol and the user's own tests."""
    worst = min((_SEVERITY.index(f.severity) for f in case.findings), default=len(_SEVERITY))
    return _STATUS.index(case.status), worst, int(case.lane not in _LANES)
