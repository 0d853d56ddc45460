"""Ask for a revision that does not exist."""

from __future__ import annotations

from mcptest.engine.answer import AnswerKind, sort_answer
from mcptest.model.json import JsonObject
from mcptest.model.spec_version import Era
from mcptest.negative.demands import broken_down, rejection_preferring
from mcptest.negative.lifecycle import initialize
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Judgement, Probe, ProbeProof, Verdict
from mcptest.negative.probe_session import ProbeSession
from mcptest.negative.subject import ProbeSubject
from mcptest.wire.meta import PROTOCOL_VERSION
from mcptest.wire.reply import Reply

_VERSION = "1999-01-01"
_UNSUPPORTED = -32022


async def _shake(probing: ProbeSession) -> Reply:
    link = await probing.open()
    try:
        return await probing.ask(link, initialize(_VERSION))
    finally:
        await link.close()


async def _discover(probing: ProbeSession) -> Reply:
    meta: JsonObject = {PROTOCOL_VERSION: _VERSION}
    headers = {"MCP-Protocol-Version": _VERSION}
    return await probing.session.request(
        "server/discover", {"_meta": meta}, timeout=probing.limit, headers=headers
    )


def _requests(subject: ProbeSubject) -> list[Attempt]:
    act = _shake if subject.era is Era.HANDSHAKE else _discover
    return [Attempt(f"unknown revision {_VERSION}", act)]


def _judge(reply: Reply, subject: ProbeSubject) -> Judgement:
    """Lifecycle, version negotiation: another version is offered; 2026-07-28 has error -32022."""
    if subject.era is Era.STATELESS:
        wants = f"MCP {subject.version.wire} defines"
        return rejection_preferring(_UNSUPPORTED, wants)(reply, subject)
    answer = sort_answer(reply)
    result = reply.result if isinstance(reply.result, dict) else {}
    if answer.kind is AnswerKind.RESULT and result.get("protocolVersion") == _VERSION:
        detail = f"the server agreed to {_VERSION}, which does not exist"
        return Judgement(met=False, verdict=Verdict.ACCEPTED, detail=detail)
    refused = answer.kind is not AnswerKind.RESULT
    advice = "the specification asks for a supported version instead of an error"
    broken = broken_down(answer)
    return broken or Judgement(
        met=True, verdict=Verdict.REJECTED, advice=advice if refused else None
    )


PROBE = Probe(
    id="unknown_version",
    fault="FAULT-LIFECYCLE-UNKNOWN-VERSION",
    paper=RUNTIME_FAULTS,
    category="session lifecycle",
    sends="The opening request with a revision that does not exist, on a fresh connection.",
    demands="Another version in the response, or (from 2026-07-28 on) an error. Never agreement.",
    why="A server that agrees to any version uses a protocol that neither side knows.",
    fix="Offer the newest supported revision. From 2026-07-28 on, return error -32022.",
    requests=_requests,
    judge=_judge,
    proof=ProbeProof(
        failing=[
            {
                "on": "initialize",
                "when": {"params": {"protocolVersion": _VERSION}},
                "patch": [{"op": "replace", "path": "/result/protocolVersion", "value": _VERSION}],
            }
        ]
    ),
)
