"""Use a session id that the server never gave out."""

from __future__ import annotations

from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.spec_version import Era
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Judgement, Probe, ProbeProof, Verdict
from mcptest.negative.probe_session import ProbeSession
from mcptest.negative.subject import ProbeSubject
from mcptest.wire.reply import Reply, ReplyKind

_SESSION = "mcptest-unknown-session"
_HEADER = "Mcp-Session-Id"
_RIGHT = (400, 404)


async def _act(probing: ProbeSession) -> Reply:
    return await probing.session.request("ping", timeout=probing.limit, headers={_HEADER: _SESSION})


def _requests(_subject: ProbeSubject) -> list[Attempt]:
    return [Attempt("unknown session id", _act, alone=True)]


def _applies(subject: ProbeSubject) -> Skip | None:
    if subject.transport != "streamable-http":
        detail = f"session ids exist only in Streamable HTTP; this server uses {subject.transport}"
        return Skip(SkipReason.OTHER_TRANSPORT, detail)
    if subject.era is Era.STATELESS:
        return Skip(SkipReason.NOT_IN_REVISION, f"{subject.version.wire} has no sessions")
    if not subject.has_session_id:
        return Skip(SkipReason.NOT_APPLICABLE, "the server issues no session id")
    return None


def _judge(reply: Reply, _subject: ProbeSubject) -> Judgement:
    status = reply.http.status if reply.http else None
    if status in _RIGHT:
        return Judgement(met=True, verdict=Verdict.REJECTED)
    if reply.kind is ReplyKind.TIMED_OUT:
        return Judgement(met=False, verdict=Verdict.HUNG, detail=reply.problem or "")
    if reply.kind is ReplyKind.CLOSED:
        return Judgement(met=False, verdict=Verdict.CRASHED, detail=reply.problem or "")
    verdict = Verdict.ACCEPTED if reply.ok else Verdict.OTHERWISE
    return Judgement(met=False, verdict=verdict, detail=f"expected HTTP 404 or 400, got {status}")


PROBE = Probe(
    id="foreign_session",
    fault="FAULT-TRANSPORT-FOREIGN-SESSION",
    paper=RUNTIME_FAULTS,
    category="transport",
    sends="A request over HTTP with a session id that the server never issued.",
    demands="Status 404 or 400.",
    why="Clients open a new session when they get a 404. Accepting an unknown id can mix up users.",
    fix="Look up the session on every request, and respond with 404 if it does not exist.",
    applies=_applies,
    requests=_requests,
    judge=_judge,
    proof=ProbeProof(
        failing=[
            {
                "on": "POST",
                "when": {"http": {"header": {"Mcp-Session-Id": _SESSION}}},
                "status": 200,
                "reply": {"jsonrpc": "2.0", "id": "${request.id}", "result": {}},
            }
        ],
        needs="http",
    ),
)
