"""Where each kind of incoming message goes."""

from __future__ import annotations

import asyncio

import pytest

from mcptest.model.json import MISSING
from mcptest.wire.client_side import ClientSide
from mcptest.wire.codec import FrameError
from mcptest.wire.inbox import Inbox
from mcptest.wire.limits import Limits
from mcptest.wire.link import Outgoing
from mcptest.wire.peek import peek_id
from mcptest.wire.reply import ReplyKind
from mcptest.wire.transcript import Transcript


def inbox(**more) -> tuple[Inbox, Transcript, list[bytes]]:
    transcript, sent = Transcript(100_000), []
    limits = Limits(**more)
    box = Inbox(transcript=transcript, limits=limits, client=ClientSide(), respond=sent.append)
    return box, transcript, sent


def asking(key, token=MISSING) -> Outgoing:
    meta = {} if token is MISSING else {"progressToken": token}
    return Outgoing(b"", "x", {"id": key, "params": {"_meta": meta}}, key)


def progress(token: bytes) -> bytes:
    params = b'{"progressToken":%s,"progress":1}' % token
    return b'{"jsonrpc":"2.0","method":"notifications/progress","params":%s}' % params


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"5", "not-a-message"),
        (b"{}", "not-a-message"),
        (b'{"jsonrpc":"2.0","result":{}}', "stray-answer"),
        (b'{"jsonrpc":"2.0","id":null,"error":{}}', "stray-answer"),
        (b'{"jsonrpc":"2.0","id":true,"result":{}}', "stray-answer"),
        (b'{"jsonrpc":"2.0","id":[1],"result":{}}', "stray-answer"),
        (b"[]", "frame-batch"),
        (b"nonsense", "frame-json"),
    ],
)
def test_what_belongs_to_nobody_is_on_record_and_ends_nothing(run, raw, code):
    async def story():
        box, transcript, _ = inbox()
        waiting = box.expect(asking(1))
        box.receive(raw)
        return waiting.future.done(), [entry.code for entry in transcript.problems]

    assert run(story()) == (False, [code])


def test_arrays_in_arrays_and_scalars_in_arrays_are_flagged(run):
    async def story():
        box, transcript, _ = inbox()
        box.receive(b'[[1],2,{"jsonrpc":"2.0","method":"x"}]')
        return [entry.code for entry in transcript.problems]

    assert run(story()) == ["frame-batch", "not-a-message", "not-a-message"]


def test_a_late_answer_is_late_and_a_second_one_second(run):
    async def story():
        box, transcript, _ = inbox()
        first = await box.outcome(box.expect(asking(1)), 0.01)
        box.receive(b'{"jsonrpc":"2.0","id":1,"result":{}}')
        waiting = box.expect(asking("a"))
        box.receive(b'{"jsonrpc":"2.0","id":"a","result":{}}')
        box.receive(b'{"jsonrpc":"2.0","id":"a","result":{}}')
        second = await box.outcome(waiting, 1)
        return first.kind, second.kind, [entry.code for entry in transcript.problems]

    assert run(story()) == (
        ReplyKind.TIMED_OUT, ReplyKind.ANSWERED, ["late-answer", "second-answer"],
    )  # fmt: skip


def test_progress_goes_to_its_token_and_other_news_to_all_who_wait(run):
    async def story():
        box, _, _ = inbox()
        one, two = box.expect(asking(1, "1")), box.expect(asking(2, 1))
        box.receive(progress(b"1"))
        box.receive(progress(b'"1"'))
        box.receive(progress(b'"nobody"'))
        box.receive(b'{"jsonrpc":"2.0","method":"notifications/message"}')
        box.receive(b'{"jsonrpc":"2.0","method":"notifications/message"}', waiting=two)
        return len(one.notifications), len(two.notifications)

    assert run(story()) == (3, 4)


def test_a_request_of_the_server_is_answered_and_kept(run):
    async def story():
        box, _, sent = inbox()
        waiting = box.expect(asking(1))
        box.receive(b'{"jsonrpc":"2.0","id":9,"method":"ping"}')
        return len(waiting.requests), sent

    assert run(story()) == (1, [b'{"jsonrpc":"2.0","id":9,"result":{}}'])


def test_an_unreadable_frame_on_its_own_stream_ends_that_request(run):
    async def story():
        box, _, _ = inbox()
        one, two = box.expect(asking(1)), box.expect(asking(2))
        box.unreadable(b"{oops", FrameError("frame-json", "no"), waiting=two)
        return one.future.done(), two.future.result().kind

    assert run(story()) == (False, ReplyKind.MALFORMED)


def test_the_end_of_the_connection_ends_everybody_once(run):
    async def story():
        box, _, _ = inbox()
        one, two = box.expect(asking(1)), box.expect(asking(2))
        box.receive(b'{"jsonrpc":"2.0","id":1,"result":{}}')
        box.fail_all("gone")
        box.fail_all("gone twice")
        return (await box.outcome(one, 1)).kind, (await box.outcome(two, 1)).problem

    assert run(story()) == (ReplyKind.ANSWERED, "gone")


def test_a_cancelled_caller_is_forgotten(run):
    async def story():
        box, transcript, _ = inbox()
        task = asyncio.create_task(box.outcome(box.expect(asking(1)), 10))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        box.receive(b'{"jsonrpc":"2.0","id":1,"result":{}}')
        return transcript.problems[0].code

    assert run(story()) == "late-answer"


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (b'{"id":5,"x":NaN}', 5),
        (b'{"id":"a\xff","x":1}', "a\ufffd"),
        (b'{"id": 12, "result": [', 12),
        (b'{"id": "q", "result": [', "q"),
        (b'{"result": {', MISSING),
        (b"[NaN]", MISSING),
        (b"[" * 100_000, MISSING),
    ],
)
def test_an_unreadable_frame_may_still_name_its_request(raw, found):
    assert peek_id(raw) == found


def test_each_request_has_its_own_limit(run):
    async def story():
        box, _, _ = inbox()
        slow = asyncio.create_task(box.outcome(box.expect(asking(1)), 0.2))
        await asyncio.sleep(0)
        quick = asyncio.create_task(box.outcome(box.expect(asking(2)), 0.02))
        done, _ = await asyncio.wait([slow, quick], return_when=asyncio.FIRST_COMPLETED)
        first = done == {quick}
        kinds = [(await quick).kind, (await slow).kind]
        box.close()
        return first, kinds

    assert run(story()) == (True, [ReplyKind.TIMED_OUT, ReplyKind.TIMED_OUT])
