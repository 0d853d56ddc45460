"""What a server did wrong on the wire beside the tests: one more case where there is any."""

from __future__ import annotations

from collections.abc import Sequence

from mcptest.model.escape import one_line
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import MISSING
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.wire.transcript import Entry

_SHOWN = 20
_LOGS = "standard output is for messages only; write logs and banners to standard error"


def conduct_result(server: str, problems: Sequence[Entry]) -> CaseResult | None:
    """Text on stdout, answers nobody asked for, broken frames: a verdict of its own."""
    if not problems:
        return None
    different = {(entry.code, entry.problem, entry.raw): entry for entry in problems}
    findings = [_finding(entry) for entry in list(different.values())[:_SHOWN]]
    more = len(problems) - len(findings)
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
        message=_message(entry),
        actual=one_line(shown) if entry.direction == "received" else MISSING,
        help=_LOGS if entry.stream == "stdout" and _is_text(entry) else None,
    )


def _message(entry: Entry) -> str:
    said = entry.problem or "an odd message"
    if not entry.stream:
        return said
    return f"{entry.stream} carried {'what is no message: ' if _unreadable(entry) else ''}{said}"


def _is_text(entry: Entry) -> bool:
    """A line for people, rather than a message gone wrong."""
    return _unreadable(entry) and not entry.raw.lstrip().startswith((b"{", b"["))


def _unreadable(entry: Entry) -> bool:
    return (entry.code or "").startswith(("frame", "not-a-message"))
