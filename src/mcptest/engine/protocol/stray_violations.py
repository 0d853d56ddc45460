"""An extra case for protocol violations that belong to no test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mcptest.engine.connect import Connections
from mcptest.engine.judge import status_of
from mcptest.engine.protocol.violations import Violations
from mcptest.model.escape import last_lines, one_line
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import MISSING
from mcptest.model.outcome import CaseResult, Lane
from mcptest.wire.transcript import EXITED, TranscriptEntry

_SHOWN = 20
_ADVICE = {"stream-reconnects"}  # allowed, and costly for every client
_LOGS = "standard output is for messages only; write logs and banners to standard error"


def stray_results(connections: Connections) -> Iterator[CaseResult]:
    """A case for every server that broke the protocol outside of a test's own responses."""
    for server, problems in connections.problems.items():
        result = stray_result(server, problems, connections.violations[server])
        if result is not None:
            yield result


def stray_result(
    server: str, problems: Sequence[TranscriptEntry], violations: Violations | None = None
) -> CaseResult | None:
    """Text on stdout, messages of a wrong shape, an exit between calls: a verdict of its own."""
    different = {(entry.code, entry.problem, entry.raw): entry for entry in problems}
    found = [*(violations.findings if violations else ()), *map(_finding, different.values())]
    if not found:
        return None
    findings = found[:_SHOWN]
    more = len(problems) + (violations.total if violations else 0) - len(findings)
    return CaseResult(
        id=f"{Lane.COMPLIANCE}::{server}::wire",
        name="messages follow the protocol",
        lane=Lane.COMPLIANCE,
        server=server,
        status=status_of(tuple(findings)),
        findings=tuple(findings),
        notes=(f"{more} more like these",) if more > 0 else (),
    )


def _finding(entry: TranscriptEntry) -> Finding:
    if entry.code == EXITED:
        return _exit(entry)
    shown = entry.raw[:200].decode("utf-8", "backslashreplace")
    return Finding(
        id=entry.code or "wire",
        severity=Severity.WARNING if entry.code in _ADVICE else Severity.ERROR,
        message=_message(entry),
        actual=one_line(shown) if entry.direction == "received" else MISSING,
        help=_LOGS if entry.stream == "stdout" and _is_text(entry) else None,
    )


def _exit(entry: TranscriptEntry) -> Finding:
    words = last_lines(entry.raw.decode("utf-8", "replace"))
    said = f"last lines of stderr:\n{words}" if words else None
    return Finding(EXITED, Severity.ERROR, str(entry.problem), help=said)


def _message(entry: TranscriptEntry) -> str:
    said = entry.problem or "an odd message"
    if not entry.stream:
        return said
    if _unreadable(entry):
        return f"{entry.stream} contains a line that is not a JSON-RPC message: {said}"
    return f"{entry.stream} contains {said}"


def _is_text(entry: TranscriptEntry) -> bool:
    """A line for people, rather than a message gone wrong."""
    return _unreadable(entry) and not entry.raw.lstrip().startswith((b"{", b"["))


def _unreadable(entry: TranscriptEntry) -> bool:
    return (entry.code or "").startswith(("frame", "not-a-message"))
