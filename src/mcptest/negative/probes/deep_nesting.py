"""Send arguments that are nested a thousand deep."""

from __future__ import annotations

from mcptest.model.json import JsonObject
from mcptest.negative.attempts import STRANGE_MEMBER
from mcptest.negative.demands import returned
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Judgement, Probe, ProbeProof, Verdict
from mcptest.negative.probe_session import ProbeSession
from mcptest.negative.subject import ProbeSubject
from mcptest.wire.codec import encode
from mcptest.wire.reply import Reply

_DEPTH = 1_000
_ID = "mcptest-deep"
_PLACE = "mcptest-nested-value"


def _requests(subject: ProbeSubject) -> list[Attempt]:
    async def act(probing: ProbeSession) -> Reply:
        arguments: JsonObject = {**subject.base, STRANGE_MEMBER: _PLACE}
        params = probing.params({"name": subject.tool.name, "arguments": arguments})
        message: JsonObject = {"jsonrpc": "2.0", "id": _ID, "method": "tools/call"}
        # Written as text: no encoder has to go a thousand levels down.
        nested = b"[" * _DEPTH + b"]" * _DEPTH
        raw = encode({**message, "params": params}).replace(encode(_PLACE), nested)
        return await probing.say(raw, id=_ID)

    label = f"an argument nested {_DEPTH} levels deep"
    return [Attempt(label, act, calls=subject.tool, alone=True)]


def _judge(reply: Reply, subject: ProbeSubject) -> Judgement:
    """An answer that repeats the depth is an answer, though we do not read that far."""
    judged = returned(reply, subject)
    if judged.verdict is Verdict.MALFORMED and "limit-depth" in judged.detail:
        return Judgement(met=True, verdict=Verdict.ANSWERED)
    return judged


PROBE = Probe(
    id="deep_nesting",
    fault="FAULT-INPUT-DEEP-NESTING",
    paper=RUNTIME_FAULTS,
    category="resource",
    sends="A call with one argument that is 1,000 nested arrays.",
    demands="Any response, without a hang or a crash.",
    why="A recursive parser or validator runs out of stack, and the process crashes.",
    fix="Limit the depth when parsing, and return an error beyond it.",
    requests=_requests,
    judge=_judge,
    proof=ProbeProof(failing=[{"on": "malformed", "exit": 1}]),
)
