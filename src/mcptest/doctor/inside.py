"""What an open session shows without doing anything: its lists, its stray output, its end."""

from __future__ import annotations

from mcptest.doctor.result import step
from mcptest.model.escape import one_line
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import CaseResult
from mcptest.wire.link import Closing
from mcptest.wire.session import Session
from mcptest.wire.transcript import TranscriptEntry

_SHOWN = 5
_STDOUT_HELP = "write logs to standard error; standard output carries messages and nothing else"
_LIST_HELP = "run mcptest compliance run for the rules that this breaks"


async def look_inside(server: str, session: Session) -> list[CaseResult]:
    """The lists that the server declares, and what it said beside messages."""
    declared = [kind for kind in ("tools", "resources", "prompts") if kind in session.capabilities]
    found = [await _list(server, kind, session) for kind in declared]
    odd = [_stray(entry) for entry in session.transcript.problems[:_SHOWN]]
    found.append(step(server, "clean", "it says nothing but messages", *odd))
    return found


async def _list(server: str, kind: str, session: Session) -> CaseResult:
    listing = await session.list_all(kind)
    question = f"{kind}/list answers ({len(listing.items)})"
    if not listing.problem:
        return step(server, kind, question)
    finding = Finding(
        listing.code or "tools-not-listed", Severity.ERROR, listing.problem, help=_LIST_HELP
    )
    return step(server, kind, question, finding)


def _stray(entry: TranscriptEntry) -> Finding:
    said = one_line(entry.raw.decode("utf-8", "replace").strip(), limit=120)
    message = f"{entry.problem}, in: {said}" if said else str(entry.problem)
    code = str(entry.code)
    garbled = code.startswith("frame-") and entry.stream == "stdout"
    advice = _STDOUT_HELP if garbled else f"mcptest explain {code} says what this means"
    return Finding(code, Severity.ERROR, message, help=advice)


def ending(server: str, session: Session, closing: Closing) -> list[CaseResult]:
    """Whether a process that we started goes when its standard input closes."""
    if session.link.transport != "stdio":
        return []
    question = "it ends when standard input closes"
    if closing.how not in {"term", "kill"}:
        return [step(server, "ending", question)]
    finding = Finding(
        "doctor-lingers",
        Severity.WARNING,
        f"it ran on after standard input was closed, and was ended by a signal ({closing.how})",
        help="end the process at the end of standard input, so that hosts leave nothing behind",
    )
    return [step(server, "ending", question, finding)]
