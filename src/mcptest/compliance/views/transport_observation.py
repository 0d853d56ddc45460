"""How a process of its own ends when its input does."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.wire.session import open_session

_SLOWER = 3
_LONGEST = 15.0  # seconds


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    shared = await exam.session(ctx)
    if shared.link.transport != "stdio":
        raise NotSeenError(
            SkipReason.OTHER_TRANSPORT,
            "checked over stdio only: a server behind an address has no standard input",
        )
    limits = replace(ctx.limits, grace=_grace(ctx.limits.grace, shared.opening.duration_ms / 1000))
    session = await open_session(ctx.target, version=exam.version, limits=limits)
    exam.remember(session.transcript)
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
