"""What a server did wrong on the wire beside the tests: one more case where there is any."""

from __future__ import annotations

from collections.abc import Sequence

from mcptest.model.escape import one_line
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import MISSING
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.wire.transcript import Entry

_SHOWN = 20


def conduct_result(server: str, problems: Sequence[Entry]) -> CaseResult | None:
    """Text on stdout, answers nobody asked for, broken frames: a verdict of its own."""
    if not problems:
        return None
    findings = [_finding(entry) for entry in problems[:_SHOWN]]
    more = len(problems) - _SHOWN
    return CaseResult(
        id=f"{Lane.COMPLIANCE}::{server}::wire",
        name="what the server said keeps to the protocol",
        lane=Lane.COMPLIANCE,
        server=server,
        status=Status.FAILED,
        findings=tuple(findings),
        notes=(f"{more} more like these",) if more > 0 else (),
    )


def _finding(entry: Entry) -> Finding:
    shown = entry.raw[:200].decode("utf-8", "backslashreplace")
    return Finding(
        id=entry.code or "wire",
        severity=Severity.ERROR,
        message=entry.problem or "an odd message",
        actual=one_line(shown) if entry.direction == "received" else MISSING,
        help=f"on {entry.stream}, {entry.size} bytes" if entry.stream else None,
    )
