"""Open a session that is open already."""

from __future__ import annotations

from mcptest.engine.answer import AnswerKind, sort_answer
from mcptest.model.outcome import Skip
from mcptest.negative.demands import returned
from mcptest.negative.lifecycle import handshake_only, initialize
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Probe, ProbeProof
from mcptest.negative.probe_session import ProbeSession
from mcptest.negative.subject import ProbeSubject
from mcptest.wire.reply import Reply


async def _act(probing: ProbeSession) -> Reply:
    """The second handshake, then a sign of life."""
    message = initialize(probing.session.version.wire)
    again = await probing.session.exchange(message, id="mcptest-initialize", timeout=probing.limit)
    live = await probing.live()
    dead = sort_answer(live).kind in {AnswerKind.CRASH, AnswerKind.HANG}
    return live if dead else again


def _requests(_subject: ProbeSubject) -> list[Attempt]:
    return [Attempt("initialize on an open session", _act, alone=True)]


def _applies(subject: ProbeSubject) -> Skip | None:
    return handshake_only(subject)


PROBE = Probe(
    id="double_initialize",
    fault="FAULT-LIFECYCLE-DOUBLE-INITIALIZE",
    paper=RUNTIME_FAULTS,
    category="session lifecycle",
    sends="A second `initialize` on an open session.",
    demands="Any response, and a server that keeps working.",
    why="Clients that reconnect send it, and a server that crashes then loses its work.",
    fix="Return error -32600 or the same result again.",
    applies=_applies,
    requests=_requests,
    judge=returned,
    proof=ProbeProof(
        failing=[{"on": "initialize", "when": {"session": {"open": True}}, "exit": 1}]
    ),
)
