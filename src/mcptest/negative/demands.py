"""What a probe requires: a rejection, a certain error, or any response."""

from __future__ import annotations

from mcptest.engine.answer import REJECTIONS, AnswerKind, ResponseKind, sort_answer
from mcptest.model.spec_version import SpecVersion
from mcptest.negative.probe import Judge, Judgement, Verdict
from mcptest.negative.subject import ProbeSubject
from mcptest.wire.reply import Reply

INVALID_PARAMS = -32602
METHOD_NOT_FOUND = -32601
RESOURCE_NOT_FOUND = -32002
SUCCEEDED = "expected an error, got a successful result"

_BREAKDOWN = {
    AnswerKind.CRASH: Verdict.CRASHED,
    AnswerKind.HANG: Verdict.HUNG,
    AnswerKind.MALFORMED: Verdict.MALFORMED,
    AnswerKind.DENIED: Verdict.MALFORMED,
    AnswerKind.LIMITED: Verdict.MALFORMED,
}


def broken_down(answer: ResponseKind) -> Judgement | None:
    """A crash, a hang or a reply that is not JSON-RPC, which fails every probe."""
    verdict = _BREAKDOWN.get(answer.kind)
    return Judgement(met=False, verdict=verdict, detail=answer.problem) if verdict else None


def rejection(reply: Reply, _subject: ProbeSubject) -> Judgement:
    """A JSON-RPC error or a result with isError."""
    answer = sort_answer(reply)
    if answer.kind in REJECTIONS:
        return Judgement(met=True, verdict=Verdict.REJECTED, advice=_over_http(answer))
    if answer.kind is AnswerKind.SILENT:
        detail = "got no response, while the server responded to the next request"
        return Judgement(met=False, verdict=Verdict.HUNG, detail=detail)
    broken = broken_down(answer)
    return broken or Judgement(met=False, verdict=Verdict.ACCEPTED, detail=SUCCEEDED)


def bad_arguments(reply: Reply, subject: ProbeSubject) -> Judgement:
    """A rejection, with advice on its form by revision (2025-11-25: ``isError``)."""
    judged = rejection(reply, subject)
    kind = sort_answer(reply).kind
    if kind is not AnswerKind.ERROR or subject.version < SpecVersion.V2025_11_25:
        return judged
    advice = (
        f"{subject.version.wire} asks for invalid arguments to be reported as a result with "
        f"isError: true, which a model can read; got protocol error {reply.error_code}"
    )
    return Judgement(met=True, verdict=Verdict.REJECTED, advice=advice)


def returned(reply: Reply, _subject: ProbeSubject) -> Judgement:
    """Any answer at all, as long as it is one."""
    answer = sort_answer(reply)
    rejected = answer.kind in REJECTIONS
    verdict = Verdict.REJECTED if rejected else Verdict.ANSWERED
    return broken_down(answer) or Judgement(met=True, verdict=verdict)


def error_with(*codes: int) -> Judge:
    """A JSON-RPC error with one of these codes."""

    def judge(reply: Reply, subject: ProbeSubject) -> Judgement:
        judged = rejection(reply, subject)
        if not judged.met or reply.error_code in codes:
            return judged
        wanted = " or ".join(map(str, codes))
        got = f"error {reply.error_code}" if reply.error_code is not None else "no error code"
        return Judgement(
            met=False, verdict=Verdict.OTHERWISE, detail=f"expected error {wanted}, got {got}"
        )

    return judge


def rejection_preferring(code: int, words: str) -> Judge:
    """Any rejection, with advice where it is not an error with that code."""

    def judge(reply: Reply, subject: ProbeSubject) -> Judgement:
        judged = rejection(reply, subject)
        if not judged.met or reply.error_code == code:
            return judged
        came = "a tool error" if reply.error_code is None else f"error {reply.error_code}"
        advice = f"{words} error {code}; got {came}"
        return Judgement(met=True, verdict=judged.verdict, advice=advice)

    return judge


def _over_http(answer: ResponseKind) -> str | None:
    if answer.kind is not AnswerKind.REFUSED:
        return None
    return f"the rejection is an HTTP status without a JSON-RPC error ({answer.problem})"
