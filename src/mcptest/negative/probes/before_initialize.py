"""Ask for something before the handshake."""

from __future__ import annotations

from mcptest.engine.answer import AnswerKind, sort_answer
from mcptest.model.json import JsonObject
from mcptest.model.outcome import Skip
from mcptest.negative.demands import broken_down
from mcptest.negative.lifecycle import handshake_only, initialize
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Judgement, Probe, ProbeProof, Verdict
from mcptest.negative.probe_session import ProbeSession
from mcptest.negative.subject import ProbeSubject
from mcptest.wire.reply import Reply

_EARLY: JsonObject = {"jsonrpc": "2.0", "id": "mcptest-early", "method": "tools/list"}
_ADVICE = {
    AnswerKind.RESULT: "the request succeeded before the handshake; an error is safer",
    AnswerKind.SILENT: "the request was ignored before the handshake; an error is safer",
}


async def _act(probing: ProbeSession) -> Reply:
    """The early request, then the handshake without waiting; the handshake must work."""
    link = await probing.open()
    try:
        later = probing.ask(link, initialize(probing.session.version.wire))
        return await probing.overtaken(probing.ask(link, _EARLY), later)
    finally:
        await link.close()


def _requests(_subject: ProbeSubject) -> list[Attempt]:
    return [Attempt("tools/list before initialize", _act)]


def _applies(subject: ProbeSubject) -> Skip | None:
    return handshake_only(subject)


def _judge(reply: Reply, _subject: ProbeSubject) -> Judgement:
    """The revisions leave the answer open; some SDKs serve it."""
    answer = sort_answer(reply)
    verdict = Verdict.ANSWERED if answer.kind is AnswerKind.RESULT else Verdict.REJECTED
    advice = _ADVICE.get(answer.kind)
    return broken_down(answer) or Judgement(met=True, verdict=verdict, advice=advice)


PROBE = Probe(
    id="before_initialize",
    fault="FAULT-LIFECYCLE-BEFORE-INITIALIZE",
    paper=RUNTIME_FAULTS,
    category="session lifecycle",
    sends="`tools/list` as the first message on a fresh connection, then the handshake.",
    demands="A handshake that still works. An error is the best response to the early request.",
    why="A client that reconnects may send early requests, and they must not stop the server.",
    fix="Return an error for requests before `initialize`, and keep reading.",
    applies=_applies,
    requests=_requests,
    judge=_judge,
    proof=ProbeProof(failing=[{"on": "tools/list", "when": {"reply": {"error": {}}}, "exit": 1}]),
)
