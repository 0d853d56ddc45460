"""Ask each list for a page that it never offered."""

from __future__ import annotations

from mcptest.engine.answer import AnswerKind, sort_answer
from mcptest.negative.attempts import ask
from mcptest.negative.demands import rejection
from mcptest.negative.probe import (
    RUNTIME_FAULTS,
    Attempt,
    Judge,
    Judgement,
    Probe,
    ProbeProof,
    Verdict,
)
from mcptest.negative.subject import LISTS, ProbeSubject
from mcptest.wire.reply import Reply

_CURSOR = "mcptest-stale-cursor"
_MEMBER = {"resources/templates": "resourceTemplates"}


def _requests(subject: ProbeSubject) -> list[Attempt]:
    return [
        ask(f"{kind}/list", {"cursor": _CURSOR}, f"{kind}/list", judge=_judge(kind))
        for kind in LISTS
        if kind in subject.paged
    ]


def _judge(kind: str) -> Judge:
    def judge(reply: Reply, subject: ProbeSubject) -> Judgement:
        judged = rejection(reply, subject)
        if judged.verdict is not Verdict.ACCEPTED:
            return judged
        if _is_empty(reply, kind):
            advice = f"{kind}/list gave an empty page; error -32602 tells that the cursor is bad"
            return Judgement(met=True, verdict=Verdict.ANSWERED, advice=advice)
        if not subject.paged.get(kind, False):
            advice = f"{kind}/list has no pages and ignores a cursor; error -32602 would say so"
            return Judgement(met=True, verdict=Verdict.ANSWERED, advice=advice)
        detail = "a page came for a cursor that was never given out"
        return Judgement(met=False, verdict=Verdict.ACCEPTED, detail=detail)

    return judge


def _is_empty(reply: Reply, kind: str) -> bool:
    page = reply.result if isinstance(reply.result, dict) else {}
    return sort_answer(reply).kind is AnswerKind.RESULT and page.get(_MEMBER.get(kind, kind)) == []


PROBE = Probe(
    id="stale_cursor",
    fault="FAULT-STATE-STALE-CURSOR",
    paper=RUNTIME_FAULTS,
    category="state and configuration",
    sends="A made-up cursor to each list that the server has.",
    demands="An error, or an empty page; a list without pages may ignore it.",
    why="A client that resumes with an old cursor and gets page one goes round for ever.",
    fix="Answer a cursor that you did not give out with error -32602.",
    nothing="the server declares no list",
    looks=("pages",),
    requests=_requests,
    judge=rejection,
    proof=ProbeProof(
        failing=[
            {
                "on": "tools/list",
                "when": {"params": {"cursor": _CURSOR}},
                "result": {"tools": [{"name": "again", "inputSchema": {"type": "object"}}]},
            }
        ]
    ),
)
