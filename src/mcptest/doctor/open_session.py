"""Check what an open session shows by itself: its lists, stray output, its end."""

from __future__ import annotations

from mcptest.doctor.result import step
from mcptest.model.counted import counted
from mcptest.model.escape import one_line
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import CaseResult
from mcptest.wire.link import Closing
from mcptest.wire.session import Session
from mcptest.wire.transcript import TranscriptEntry

_SHOWN = 5
_STDOUT_HELP = "write logs to stderr; stdout must contain only messages"
_LIST_HELP = "run mcptest compliance run to see which rules this violates"


async def look_inside(server: str, session: Session) -> list[CaseResult]:
    """The lists that the server declares, and what it said beside messages."""
    declared = [kind for kind in ("tools", "resources", "prompts") if kind in session.capabilities]
    found = [await _list(server, kind, session) for kind in declared]
    odd = [_stray(entry) for entry in session.transcript.problems[:_SHOWN]]
    found.append(step(server, "clean", "stdout contains only JSON-RPC messages", *odd))
    return found


async def _list(server: str, kind: str, session: Session) -> CaseResult:
    listing = await session.list_all(kind)
    question = f"{kind}/list works ({counted(len(listing.items), kind[:-1])})"
    if not listing.problem:
        return step(server, kind, question)
    finding = Finding(
        listing.code or "tools-not-listed", Severity.ERROR, listing.problem, help=_LIST_HELP
    )
    return step(server, kind, question, finding)


def _stray(entry: TranscriptEntry) -> Finding:
    said = one_line(entry.raw.decode("utf-8", "replace").strip(), limit=120)
    message = f"{entry.problem}: {said}" if said else str(entry.problem)
    code = str(entry.code)
    garbled = code.startswith("frame-") and entry.stream == "stdout"
    advice = _STDOUT_HELP if garbled else f"run mcptest explain {code} to learn more"
    return Finding(code, Severity.ERROR, message, help=advice)


def ending(server: str, session: Session, closing: Closing) -> list[CaseResult]:
    """Whether a process that we started goes when its standard input closes."""
    if not session.link.transport.process:
        return []
    question = "the server exits when stdin is closed"
    if closing.how not in {"term", "kill"}:
        return [step(server, "ending", question)]
    finding = Finding(
        "doctor-lingers",
        Severity.WARNING,
        "the server kept running after stdin was closed and had to be killed "
        f"(SIG{closing.how.upper()})",
        help="exit when stdin reaches end of file, so that no orphan is left behind",
    )
    return [step(server, "ending", question, finding)]
