"""How a process of its own ends when its input does."""

from __future__ import annotations

from time import monotonic

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.parking import FOR_THE_END
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.wire.link import process_link
from mcptest.wire.session import Session

SHUTDOWN = "shutdown"
_SLOWER = 3
_LONGEST = 15.0  # seconds


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    shared = await exam.session(ctx)
    if not shared.link.transport.process:
        raise NotSeenError(
            SkipReason.OTHER_TRANSPORT,
            "checked over stdio only: a server behind an address has no standard input",
        )
    grace = _grace(ctx.limits.grace, shared.opening.duration_ms / 1000)
    left = await exam.parking.last_session(FOR_THE_END, exam, ctx)
    if left is not None and _ended_well(root := await _end(left, grace)):
        return root
    session = await ctx.connections.open_own(ctx.server, exam.version, None, reason=SHUTDOWN)
    exam.remember(session.transcript)
    return await _end(session, grace)


def _ended_well(root: JsonObject) -> bool:
    """Else a process asks that nobody had before: what it was asked may be to blame."""
    return root["ended_by"] == "eof" and not root["leaked"] and root.get("status") == 0


async def _end(session: Session, grace: float) -> JsonObject:
    link = process_link(session.link)
    assert link is not None
    link.allow(grace)
    began = monotonic()
    closing = await session.close()
    root: JsonObject = {
        "ended_by": closing.how,
        "leaked": closing.leaked,
        "seconds": round(monotonic() - began, 3),
    }
    if closing.ending is not None:
        root["ending"] = str(closing.ending)
        root["status"] = closing.ending.status
    return root


def _grace(usual: float, start: float) -> float:
    """What is slow to start, or runs on a busy machine, is slow to end."""
    return min(usual + _SLOWER * start, max(usual, _LONGEST))


VIEW = View(
    name="transport-observation",
    summary="A process of its own, whose standard input is closed.",
    members={
        "ended_by": "eof where it ended by itself, else term or kill",
        "leaked": "processes that it left behind",
        "status": "its exit status",
    },
    look=_look,
)
