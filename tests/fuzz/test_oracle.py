"""What one answer shows."""

import pytest

from mcptest.engine.protocol.message_rules import ProtocolJudge
from mcptest.fuzz.oracle import FuzzOutcome, Sighting, look
from mcptest.model.leak import Leak
from mcptest.model.spec_version import SpecVersion
from mcptest.schema.validate import validator
from mcptest.wire.lines import ENDLESS
from mcptest.wire.reply import HttpFacts, Reply, ReplyKind
from mcptest.wire.transcript import TranscriptEntry

OUTPUT = validator({"type": "object", "required": ["n"]})


OLDER, NEWER = (ProtocolJudge(SpecVersion(name)) for name in ("v2025-11-25", "v2026-07-28"))
TASK = {
    "taskId": "1",
    "status": "working",
    "createdAt": "2026-01-01T00:00:00Z",
    "lastUpdatedAt": "2026-01-01T00:00:00Z",
    "ttl": None,
}


def answered(result, **more):
    message = {"jsonrpc": "2.0", "id": 1, "result": result}
    return Reply(ReplyKind.ANSWERED, "tools/call", message=message, result=result, **more)


def seen(result, output=None, problems=(), **more):
    protocol = NEWER if isinstance(result, dict) and "resultType" in result else OLDER
    return look(answered(result, **more), problems, output, protocol)


@pytest.mark.parametrize(
    "result",
    [
        {"content": []},
        {"content": [{"type": "text", "text": "x"}], "isError": True},
        {"resultType": "input_required", "requestState": "x"},
        {"task": TASK},
        {"content": [], "structuredContent": {"n": 1}},
    ],
)
def test_clean_answers(result):
    output = OUTPUT if "structuredContent" in result or "isError" in result else None
    assert seen(result, output).outcome is FuzzOutcome.CLEAN


@pytest.mark.parametrize(
    "result",
    [
        {},
        {"content": {}},
        {"content": ["text"]},
        {"content": [{"text": "x"}]},
        {"content": [], "isError": 1},
        {"content": [{"type": "text"}]},
        {"task": {"taskId": "1"}},
        {"resultType": "input_required"},
        {"content": []},
        {"content": [], "structuredContent": {}},
    ],
)
def test_answers_that_break_the_shape_of_a_result(result):
    assert seen(result, OUTPUT).outcome is FuzzOutcome.PROTOCOL_VIOLATION


def test_what_we_cannot_read_for_limits_of_ours_is_not_the_servers_fault():
    problem = "unreadable answer (limit-size): too much"
    reply = Reply(ReplyKind.MALFORMED, "tools/call", problem=problem)
    entry = TranscriptEntry(0.0, "received", b"", "limit-size", "too much")
    assert look(reply, [entry], None, OLDER).outcome is FuzzOutcome.CLEAN
    assert seen({"content": []}, problems=[entry]).outcome is FuzzOutcome.CLEAN


def test_a_line_without_end_is_the_servers_fault():
    problem = f"unreadable answer (limit-size): too much; {ENDLESS}"
    reply = Reply(ReplyKind.MALFORMED, "tools/call", problem=problem)
    assert look(reply, [], None, OLDER).outcome is FuzzOutcome.PROTOCOL_VIOLATION


def test_a_notification_of_another_shape_during_the_call_counts():
    log = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "loud"}}
    assert seen({"content": []}, notifications=(log,)).outcome is FuzzOutcome.PROTOCOL_VIOLATION
    other = {"jsonrpc": "2.0", "method": "notifications/of/our/own", "params": {"level": "loud"}}
    assert seen({"content": []}, notifications=(other,)).outcome is FuzzOutcome.CLEAN


def test_an_odd_message_beside_the_answer_counts():
    entry = TranscriptEntry(0.0, "received", b"hello", "frame-json", None)
    found = seen({"content": []}, problems=[entry])
    assert (found.outcome, found.problem) == (FuzzOutcome.PROTOCOL_VIOLATION, "an invalid message")


@pytest.mark.parametrize(("status", "clean"), [(400, True), (413, True), (500, False)])
def test_a_refusal_over_http_is_clean_unless_the_server_failed(status, clean):
    facts = HttpFacts(status, {}, "text/plain")
    found = look(Reply(ReplyKind.REFUSED, "tools/call", http=facts), [], None, OLDER)
    assert (found.outcome is FuzzOutcome.CLEAN) is clean


def test_signatures_leave_out_what_changes():
    first = Sighting(FuzzOutcome.CRASH, "exited with code 1: KeyError: 'a' at 0x12")
    second = Sighting(FuzzOutcome.CRASH, "exited with code 1: KeyError: 'b' at 0xff")
    assert first.signature == second.signature
    leak = Sighting(FuzzOutcome.CLEAN, leaks=(Leak("path", "/x"),))
    assert leak.same_fault(Sighting(FuzzOutcome.CLEAN, leaks=(Leak("path", "/y"),)))
    assert not leak.same_fault(Sighting(FuzzOutcome.CLEAN))
    assert not leak.same_fault(first)
