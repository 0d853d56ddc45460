"""Send JSON that is not a JSON-RPC request."""

from __future__ import annotations

from mcptest.engine.answer import AnswerKind, sort_answer
from mcptest.model.json import JsonObject
from mcptest.model.spec_version import Era
from mcptest.negative.attempts import say
from mcptest.negative.demands import broken_down
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Judgement, Probe, ProbeProof, Verdict
from mcptest.negative.subject import ProbeSubject
from mcptest.wire.reply import Reply

_ID = "mcptest-envelope"


def _requests(subject: ProbeSubject) -> list[Attempt]:
    method = "ping" if subject.era is Era.HANDSHAKE else "server/discover"
    no_version: JsonObject = {"id": f"{_ID}-1", "method": method}
    old: JsonObject = {"jsonrpc": "1.0", "id": f"{_ID}-2", "method": method}
    return [
        say(no_version, "without jsonrpc", id=f"{_ID}-1"),
        say(old, 'with jsonrpc "1.0"', id=f"{_ID}-2"),
        say({"jsonrpc": "2.0", "id": None, "method": method}, "with a null id"),
        say({"jsonrpc": "2.0", "id": f"{_ID}-4"}, "without a method", id=f"{_ID}-4"),
    ]


def _judge(reply: Reply, _subject: ProbeSubject) -> Judgement:
    """Silence is common and harmless; a result means that the envelope was not looked at."""
    answer = sort_answer(reply)
    if answer.kind in {AnswerKind.RESULT, AnswerKind.TOOL_ERROR}:
        detail = "expected an error or no response, got a result"
        return Judgement(met=False, verdict=Verdict.ACCEPTED, detail=detail)
    silent = answer.kind is AnswerKind.SILENT
    advice = "the message was ignored; JSON-RPC recommends error -32600" if silent else None
    broken = broken_down(answer)
    return broken or Judgement(met=True, verdict=Verdict.REJECTED, advice=advice)


PROBE = Probe(
    id="bad_envelope",
    fault="FAULT-PROTO-BAD-ENVELOPE",
    paper=RUNTIME_FAULTS,
    category="base protocol",
    sends='Requests with `jsonrpc` missing or "1.0", with id null, and without a method.',
    demands="No result, and the server keeps working.",
    why="One malformed message must not break the rest of the session.",
    fix="Return error -32600 or ignore the message, and keep reading.",
    requests=_requests,
    judge=_judge,
    proof=ProbeProof(failing=[{"on": "malformed", "result": {}}]),
)
