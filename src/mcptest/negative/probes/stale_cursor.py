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
            advice = f"{kind}/list returned an empty page; error -32602 is clearer"
            return Judgement(met=True, verdict=Verdict.ANSWERED, advice=advice)
        if not subject.paged.get(kind, False):
            advice = f"{kind}/list has no pages and ignores cursors; error -32602 would say so"
            return Judgement(met=True, verdict=Verdict.ANSWERED, advice=advice)
        detail = "got a page for a cursor that the server never issued"
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
    sends="An unknown cursor to each list that the server has.",
    demands="An error or an empty page. A list without pages may ignore it.",
    why="A client that resumes with an old cursor and gets the first page loops forever.",
    fix="Return error -32602 for a cursor that the server did not issue.",
    nothing="the server declares no lists",
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
