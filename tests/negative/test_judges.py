"""Demands on single answers, where a whole server would only be in the way."""

import pytest

from mcptest.engine.answer import denial_of
from mcptest.model.outcome import SkipReason
from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.negative.demands import rejection
from mcptest.negative.probe import Verdict
from mcptest.negative.subject import ProbeSubject
from mcptest.negative.table import find_probe
from mcptest.wire.reply import Ending, HttpFacts, Reply, ReplyKind

TOOL = ToolDescriptor.from_json({"name": "t"})
SUBJECT = ProbeSubject(TOOL, {}, SpecVersion.V2025_11_25)


def http(status, kind=ReplyKind.REFUSED, **more):
    return Reply(kind, "x", http=HttpFacts(status, {}, "text/plain"), **more)


def test_a_status_without_json_rpc_is_a_rejection_with_advice():
    judged = rejection(http(413), SUBJECT)
    assert (judged.met, judged.verdict) == (True, Verdict.REJECTED)
    assert "413" in judged.advice


def test_a_fault_of_the_http_server_is_a_malformed_reply():
    assert rejection(http(502), SUBJECT).verdict is Verdict.MALFORMED


@pytest.mark.parametrize("status", [401, 403])
def test_a_server_that_wants_credentials_has_rejected_nothing(status):
    assert not rejection(http(status), SUBJECT).met
    assert denial_of(http(status)).reason is SkipReason.CANNOT_TELL
    assert denial_of(http(404)) is None


def test_a_crash_carries_the_last_words():
    ending = Ending(status=1, stderr="warming up\nKeyError: 'query'\n")
    judged = rejection(Reply(ReplyKind.CLOSED, "x", ending=ending), SUBJECT)
    assert judged.detail == "exited with code 1; last line of stderr: KeyError: 'query'"
    assert rejection(Reply(ReplyKind.CLOSED, "x"), SUBJECT).detail == "the connection was lost"


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        (http(404), Verdict.REJECTED),
        (http(400), Verdict.REJECTED),
        (http(200, ReplyKind.ANSWERED, result={}), Verdict.ACCEPTED),
        (http(403), Verdict.OTHERWISE),
        (Reply(ReplyKind.TIMED_OUT, "x"), Verdict.HUNG),
        (Reply(ReplyKind.CLOSED, "x"), Verdict.CRASHED),
    ],
)
def test_a_foreign_session_wants_404_or_400(reply, verdict):
    judged = find_probe("foreign_session").judge(reply, SUBJECT)
    assert judged.verdict is verdict
    assert judged.met is (verdict is Verdict.REJECTED)


def test_a_foreign_session_is_for_http_with_sessions():
    applies = find_probe("foreign_session").applies
    assert applies(SUBJECT).reason == "other-transport"
    over_http = ProbeSubject(TOOL, {}, SpecVersion.V2025_11_25, transport="streamable-http")
    assert applies(over_http).reason == "not-applicable"
    stateless = ProbeSubject(TOOL, {}, SpecVersion.V2026_07_28, transport="streamable-http")
    assert applies(stateless).reason == "not-in-revision"
    ready = ProbeSubject(
        TOOL, {}, SpecVersion.V2025_06_18, transport="streamable-http", has_session_id=True
    )
    assert applies(ready) is None


def malformed(raw, problem):
    return Reply(ReplyKind.MALFORMED, "tools/call", raw=raw, problem=problem)


def test_a_lone_surrogate_that_comes_back_is_json_still():
    judge = find_probe("bad_unicode").judge
    problem = "unreadable answer (frame-surrogate): a string contains a lone surrogate"
    judged = judge(malformed(b'{"id":1,"result":{"x":"\\ud800"}}', problem), SUBJECT)
    assert (judged.met, "lone surrogate" in judged.advice) == (True, True)
    assert not judge(malformed(b'{"id":1,"result":', problem), SUBJECT).met
    assert not judge(malformed(b"{", "unreadable answer (frame-json): x"), SUBJECT).met


def test_what_the_request_said_itself_is_no_leak():
    judge = find_probe("error_leak").judge
    error = {"code": -32602, "message": "no such file: /home/ada/notes.txt"}
    asked = {"params": {"arguments": {"path": "/home/ada/notes.txt"}}}
    assert not judge(Reply(ReplyKind.ANSWERED, "x", error=error), SUBJECT).met
    assert judge(Reply(ReplyKind.ANSWERED, "x", request=asked, error=error), SUBJECT).met
