"""Counts and times in words, the same in every report."""

from __future__ import annotations

from collections.abc import Iterable

from mcptest.model.grade import Compliance
from mcptest.model.outcome import CaseResult, Lane, Summary
from mcptest.model.run import Run
from mcptest.model.valid_calls import ValidCalls

STAGES = {
    Lane.COMPLIANCE: "protocol",
    Lane.SCHEMA_LINT: "lint",
    Lane.PROBE: "valid calls",
    Lane.NEGATIVE_PATH: "bad input",
    Lane.FUZZ: "fuzz",
    Lane.SECURITY: "security",
}  # of an audit, in its order
_NAMED = 5
_SECOND = 1000
_MINUTE = 60 * _SECOND


def counts_text(summary: Summary) -> str:
    """``3 passed, 1 failed``; zeros are left out."""
    pairs = [
        (summary.passed, "passed"),
        (summary.failed, "failed"),
        (summary.warned, "warned"),
        (summary.skipped, "skipped"),
        (summary.errored, "errored"),
    ]
    return ", ".join(f"{count} {word}" for count, word in pairs if count) or "nothing ran"


def valid_calls_text(cases: Iterable[CaseResult]) -> str:
    """``2 succeeded, 1 rejected, 0 crashed``, then what failed or was left out."""
    cases = list(cases)
    calls, summary = ValidCalls.of(cases), Summary.of(cases)
    if calls is None:
        return counts_text(summary)
    rest = Summary(failed=summary.failed, skipped=summary.skipped, errored=summary.errored)
    return f"{calls}; {counts_text(rest)}" if rest.total else str(calls)


def starts_text(run: Run) -> str:
    """How often the server was started, where that was counted."""
    number = len(run.starts)
    return f", {number} server start{'s' if number != 1 else ''}" if number else ""


def next_grade_text(compliance: Compliance) -> str | None:
    """``for grade A, fix TOOL-002 and RPC-001``; None where nothing is left to fix."""
    found = compliance.next_grade
    if found is None or not found.rules:
        return None
    named, more = found.rules[:_NAMED], len(found.rules) - _NAMED
    rules = [*named, *([f"{more} more"] if more > 0 else [])]
    listed = f"{', '.join(rules[:-1])} and {rules[-1]}" if len(rules) > 1 else rules[0]
    return f"for grade {found.grade}, fix {listed}"


def revision_text(spec_version: str | None) -> str:
    """``MCP 2025-11-25`` for the ``v2025-11-25`` of a document."""
    return f"MCP {(spec_version or 'unknown').removeprefix('v')}"


def duration_text(milliseconds: float) -> str:
    if milliseconds < _SECOND:
        return f"{milliseconds:.0f} ms"
    if milliseconds < _MINUTE:
        return f"{milliseconds / _SECOND:.2f} s"
    minutes, rest = divmod(milliseconds, _MINUTE)
    return f"{minutes:.0f} min {rest / _SECOND:.0f} s"
