"""A real process behind two pipes, in every way in which it can go wrong."""

from __future__ import annotations

import asyncio
import os
import sys

import psutil
import pytest

from mcptest.errors import TargetHandshakeError
from mcptest.model.json import MISSING
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.lines import ENDLESS
from mcptest.wire.reply import ReplyKind
from mcptest.wire.session import open_session
from mcptest.wire.target import StdioTarget

ECHO = {"name": "echo", "arguments": {"text": "hi"}}


async def call(target, limits=None, version=None, client=None, **more):
    """Open, call once, close: the reply, the problems seen, and how it ended."""
    session = await open_session(target, limits=limits or Limits(), version=version, client=client)
    try:
        reply = await session.request("tools/call", ECHO, **more)
    finally:
        closing = await session.close()
    return reply, [entry.code for entry in session.transcript.problems], closing


@pytest.mark.parametrize(
    ("mode", "problems"),
    [
        ("fine", []),
        ("crlf", []),
        ("blank", []),
        ("byte-drip", []),
        ("stderr-flood", []),
        ("ignores-term", []),
        ("writes-after-eof", []),
        ("ping-before-init", []),
        ("banner", ["frame-json"]),
        ("bom", ["frame-bom"]),
        ("nul", ["frame-nul", "frame-nul"]),
        ("joined", ["frame-joined"]),
        ("stray", ["stray-answer"]),
        ("double", ["second-answer"]),
        ("batch", ["frame-batch"]),
        ("unterminated", ["frame-unterminated", "server-exited"]),
    ],
)
def test_a_readable_answer_is_read_and_its_oddity_is_on_record(peer, run, mode, problems):
    reply, found, closing = run(call(peer(mode)))
    assert reply.kind is ReplyKind.ANSWERED
    assert reply.result == {"content": [{"type": "text", "text": "hi"}]}
    assert found == problems
    assert closing.how in {"eof", "closed"}
    assert closing.leaked == 0


@pytest.mark.parametrize(
    ("mode", "problems"),
    [
        ("bad-utf8", ["frame-utf8"]),
        ("truncated", ["frame-json"]),
        ("joined-broken", ["frame-json"]),
        ("nan", ["frame-constant"]),
        ("duplicate-id", ["frame-duplicate-key"]),
        ("deep", ["limit-depth"]),
        ("long-int", ["limit-digits"]),
        ("surrogate", ["frame-surrogate"]),
        ("both", []),
        ("neither", []),
        ("no-jsonrpc", []),
        ("id-as-text", ["stray-answer"]),
        ("id-as-float", ["stray-answer"]),
    ],
)
def test_a_broken_answer_is_told_at_once_and_not_as_a_hang(peer, run, mode, problems):
    reply, found, _ = run(call(peer(mode)))
    assert reply.kind is ReplyKind.MALFORMED
    assert reply.problem
    assert reply.raw
    assert found == problems


@pytest.fixture
def short_of_bytes():
    return Limits(message=1024 * 1024, grace=0.3)


@pytest.fixture
def hasty(monkeypatch):
    """What is left to an answer after a sign that none will come is short."""
    monkeypatch.setattr("mcptest.wire.inbox._AFTER_BROKEN", 0.1)


async def call_until(target, limits, sign):
    """As ``call``, but time is over only when the link shows what the test is about."""
    session = await open_session(target, limits=limits)
    try:
        request = asyncio.ensure_future(session.request("tools/call", ECHO))
        while not (sign(session.link) or request.done()):  # noqa: ASYNC110 - nobody is told of it
            await asyncio.sleep(0.01)
        session.link._inbox.shorten_waits()
        reply = await request
    finally:
        await session.close()
    return reply, [entry.code for entry in session.transcript.problems]


def has_problem(link):
    return bool(link.transcript.problems)


@pytest.mark.parametrize(
    ("mode", "code"), [("utf16", "frame-utf8"), ("pretty", "frame-json"), ("big", "limit-size")]
)
def test_an_answer_that_nobody_can_read_is_malformed_when_time_is_over(
    peer, run, short_of_bytes, hasty, mode, code
):
    reply, found, _ = run(call(peer(mode), short_of_bytes))
    assert reply.kind is ReplyKind.MALFORMED
    assert found[0] == code


@pytest.mark.parametrize("mode", ["hang", "log-without-end", "null-id"])
def test_silence_and_endless_talk_both_end_at_the_limit(peer, run, mode):
    reply, _, closing = run(call(peer(mode), Limits(grace=0.3), timeout=0.4))
    assert reply.kind is ReplyKind.TIMED_OUT
    assert closing.leaked == 0


@pytest.mark.parametrize(("mode", "code"), [("endless", "limit-size"), ("words", "frame-json")])
def test_text_in_place_of_the_one_answer_that_is_due_is_no_mere_silence(
    peer, run, short_of_bytes, hasty, mode, code
):
    reply, found = run(call_until(peer(mode), short_of_bytes, has_problem))
    assert reply.kind is ReplyKind.MALFORMED
    assert code in reply.problem
    assert code in found


def test_nothing_more_is_asked_in_the_middle_of_a_line_without_end(peer, run):
    async def story():
        session = await open_session(peer("endless"), limits=Limits(timeout=15))
        first = await session.request("tools/call", {"name": "echo"})
        alive = session.alive()
        second = await session.request("ping")
        await session.close()
        return first, alive, second

    first, alive, second = run(story())
    assert (first.kind, alive, second.kind) == (ReplyKind.MALFORMED, False, ReplyKind.CLOSED)
    assert first.duration_ms < 10_000
    assert first.problem.endswith(ENDLESS)
    assert "writing a line of more than" in second.problem


def test_a_broken_message_without_an_id_is_not_waited_for_long(peer, run):
    reply, found, _ = run(call(peer("broken"), Limits(timeout=15)))
    assert reply.kind is ReplyKind.MALFORMED
    assert reply.duration_ms < 10_000
    assert found[0] == "frame-json"


def test_requests_that_come_without_end_do_not_pile_up_our_answers(peer, run, monkeypatch):
    monkeypatch.setattr("mcptest.wire.stdio._MOST_UNREAD", 1024)

    async def story():
        session = await open_session(peer("asks-without-end"), limits=Limits(grace=0.3))
        await session.request("tools/call", {"name": "echo"}, timeout=0.4)
        while not session.transcript.problems or not session.link.process.unread:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        unread = session.link.process.unread
        codes = [entry.code for entry in session.transcript.problems]
        await session.close()
        return unread, codes

    unread, codes = run(story())
    assert unread < 1 << 20
    assert "answer-dropped" in codes


def test_a_half_line_is_evidence_of_the_hang(peer, run, hasty):
    half = lambda link: len(link._lines.partial()) == 30  # noqa: E731
    reply, _ = run(call_until(peer("half-line"), Limits(grace=0.3), half))
    assert reply.kind is ReplyKind.TIMED_OUT
    assert reply.raw.startswith(b'{"jsonrpc"')
    assert "not finished" in reply.problem


def test_a_timed_out_call_is_cancelled_and_its_late_answer_is_no_stray(peer, run):
    async def story():
        session = await open_session(peer("hang"), limits=Limits(grace=0.3))
        await session.request("tools/call", ECHO, timeout=0.4)
        sent = [entry.message for entry in session.transcript.entries if entry.direction == "sent"]
        await session.close()
        return sent[-1]

    cancelled = run(story())
    assert cancelled["method"] == "notifications/cancelled"
    assert cancelled["params"]["requestId"] == 2


@pytest.mark.parametrize(
    ("mode", "status", "signal"),
    [("crash", None, "SIGABRT"), ("exit-on-call", 3, None), ("half-line-exit", 1, None)],
)
def test_a_crash_ends_the_request_at_once_with_status_and_last_words(
    peer, run, mode, status, signal
):
    reply, found, closing = run(call(peer(mode)))
    assert reply.kind is ReplyKind.CLOSED
    assert (reply.ending.status, reply.ending.signal) == (status, signal)
    assert closing.how == "closed"
    if mode == "exit-on-call":
        assert reply.ending.stderr == "boom"
    if mode == "half-line-exit":
        assert found == ["frame-unterminated"]


def test_a_dead_session_refuses_the_next_request_with_the_same_ending(peer, run):
    async def story():
        session = await open_session(peer("exit-on-call"))
        await session.request("tools/call", ECHO)
        again = await session.request("tools/call", ECHO)
        alive = session.alive()
        await session.close()
        return again, alive, await session.request("ping")

    again, alive, afterwards = run(story())
    assert again.kind is ReplyKind.CLOSED
    assert again.ending.status == 3
    assert not alive
    assert afterwards.kind is ReplyKind.CLOSED


def test_a_server_that_closes_its_output_is_gone_and_not_slow(peer, run):
    reply, _, closing = run(call(peer("closes-stdout"), Limits(grace=0.2)))
    assert reply.kind is ReplyKind.CLOSED
    assert reply.ending.status is None
    assert "stdout" in reply.problem
    assert closing.how == "term"


def test_a_server_that_closes_its_input_is_not_alive(peer, run, hasty):
    async def story():
        session = await open_session(peer("closes-stdin"), limits=Limits(grace=0.3))
        first = await session.request("tools/call", ECHO)
        second = await session.request("tools/call", ECHO)
        alive = session.alive()
        await session.close()
        return first, second, alive

    first, second, alive = run(story())
    assert first.ok
    assert second.kind is ReplyKind.TIMED_OUT
    assert "stdin" in second.problem
    assert not alive


def test_a_server_that_does_not_read_cannot_block_us(peer, run, quick):
    from mcptest.wire.link import Outgoing
    from mcptest.wire.stdio import open_stdio

    async def story():
        link = await open_stdio(peer("deaf"), limits=quick, client=ClientSide())
        note = await link.exchange(Outgoing(b" " * 3_000_000, ""), timeout=0.1)
        request = await link.exchange(Outgoing(b"{}", "x", id=1), timeout=0.1)
        return note, request, await link.close()

    note, request, closing = run(story())
    assert note.kind is request.kind is ReplyKind.TIMED_OUT
    assert "does not read" in note.problem
    assert closing.how == "term"


@pytest.mark.parametrize(
    ("mode", "how", "status", "signal"),
    [
        ("fine", "eof", 0, None),
        ("exit-1-at-eof", "eof", 1, None),
        ("ignores-eof", "term", None, "SIGTERM"),
        ("ignores-all", "kill", None, "SIGKILL"),
    ],
)
def test_an_end_escalates_only_as_far_as_it_must(peer, run, mode, how, status, signal):
    _, _, closing = run(call(peer(mode), Limits(grace=0.3)))
    assert closing.how == how
    assert (closing.ending.status, closing.ending.signal) == (status, signal)
    assert closing.ignored_eof is (how in {"term", "kill"})


def test_a_server_that_works_on_its_end_longer_than_the_grace_ends_by_itself(peer, run):
    _, _, closing = run(call(peer("works-after-eof"), Limits(grace=0.3)))
    assert (closing.how, closing.ending.status, closing.ignored_eof) == ("eof", 0, False)


@pytest.mark.skipif(sys.platform != "linux", reason="the state of a process is read on Linux")
def test_so_does_one_that_a_busy_machine_gives_no_time(peer, run, monkeypatch):
    monkeypatch.setattr("mcptest.wire.process.tree.processor_seconds", lambda _pid: 0.0)
    _, _, closing = run(call(peer("works-after-eof"), Limits(grace=0.2)))
    assert (closing.how, closing.ending.status, closing.ignored_eof) == ("eof", 0, False)


def test_so_does_one_behind_a_shell_that_waits_for_it(peer, run):
    target = peer("works-after-eof")
    behind = StdioTarget(("/bin/sh", "-c", '"$@"; exit 0', "sh", *target.command))
    _, _, closing = run(call(behind, Limits(grace=0.3)))
    assert (closing.how, closing.ignored_eof) == ("eof", False)


def test_a_server_that_is_busy_with_a_call_did_not_choose_to_run_on(peer, run):
    async def story():
        session = await open_session(peer("hang"), limits=Limits(grace=0.3))
        reply = await session.request("tools/call", ECHO, timeout=0.4)
        return reply, await session.close()

    reply, closing = run(story())
    assert reply.kind is ReplyKind.TIMED_OUT
    assert not closing.ignored_eof


@pytest.mark.parametrize("mode", ["child-keeps-stdout", "child-elsewhere"])
def test_what_the_server_left_behind_is_ended_and_counted(peer, run, mode):
    reply, _, closing = run(call(peer(mode)))
    assert reply.ok
    assert closing.leaked == 1


def test_a_child_of_a_server_that_crashed_is_ended_too(peer, run):
    with pytest.raises(TargetHandshakeError) as caught:
        run(open_session(peer("child-and-exit")))
    assert caught.value.code == "handshake-crashed"
    assert caught.value.reply.ending.status == 4


def test_cancelling_the_caller_still_ends_the_server_and_skips_the_graces(peer, run):
    async def story():
        session = await open_session(peer("ignores-all"), limits=Limits(grace=10))
        task = asyncio.create_task(session.close())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await session.close()

    closing = run(story())
    assert (closing.how, closing.ignored_eof) == ("kill", False)


def test_cancelling_while_it_opens_leaves_no_process(peer, run):
    async def story():
        task = asyncio.create_task(open_session(peer("init-hang")))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(story())


def test_a_loop_that_ends_under_us_kills_the_server(peer):
    async def story():
        session = await open_session(peer("ignores-all"), limits=Limits(grace=10))
        closing = asyncio.ensure_future(session.link._shutdown.run())
        await asyncio.sleep(0)
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        await session.link.process.exited
        await session.link.process.release(1)

    asyncio.run(story())


def test_an_undeclared_request_is_refused_and_on_record(peer, run):
    reply, found, _ = run(call(peer("asks-roots")))
    assert reply.result["told"]["error"]["code"] == -32601
    assert reply.server_requests[0]["method"] == "roots/list"
    assert found == ["undeclared-request"]


def test_a_declared_request_is_answered(peer, run):
    client = ClientSide({"roots": {}}, {"roots/list": {"roots": [{"uri": "file:///x"}]}})
    reply, found, _ = run(call(peer("asks-roots"), client=client))
    assert reply.result["told"]["result"] == {"roots": [{"uri": "file:///x"}]}
    assert found == []
    assert [asked.method for asked in client.asked] == ["roots/list"]


def test_a_flood_of_notifications_is_counted_and_cut(peer, run):
    reply, _, _ = run(call(peer("notify-flood"), Limits(notifications=10)))
    assert reply.ok
    assert len(reply.notifications) == 10
    assert reply.notifications_dropped == 990


def test_what_stderr_said_meanwhile_belongs_to_the_reply(peer, run):
    reply, _, _ = run(call(peer("stderr-on-call")))
    assert reply.ok
    assert reply.stderr in {"", "noise\n"}  # the two pipes are not ordered


def test_a_batch_is_no_problem_in_the_one_revision_that_has_it(peer, run):
    reply, found, _ = run(call(peer("batch"), version=SpecVersion.V2025_03_26))
    assert reply.ok
    assert found == []


def test_many_requests_in_flight_are_told_apart(peer, run):
    async def story():
        session = await open_session(peer("fine"))
        numbers = [str(number) for number in range(200)]
        replies = await asyncio.gather(
            *(
                session.request("tools/call", {"name": "echo", "arguments": {"text": each}})
                for each in numbers
            )
        )
        await session.close()
        return numbers, [reply.result["content"][0]["text"] for reply in replies]

    numbers, echoed = run(story())
    assert numbers == echoed


def test_the_child_gets_little_of_our_environment_and_no_terminal(peer, run, monkeypatch, tmp_path):
    monkeypatch.setenv("MCPTEST_PROBE_SECRET", "x")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    async def story():
        target = peer("fine", env={"NAMED": "yes"}, cwd=str(tmp_path))
        session = await open_session(target)
        reply = await session.request("environment")
        await session.close()
        return reply.result

    seen = run(story())
    assert "MCPTEST_PROBE_SECRET" not in seen["environment"]
    assert seen["environment"]["NAMED"] == "yes"
    assert seen["environment"]["LC_ALL"] == "C.UTF-8"
    assert seen["cwd"] == str(tmp_path)
    assert seen["sid"] != os.getsid(0)


def test_no_descriptor_is_left_open(peer, run):
    async def story():
        for _ in range(3):
            await call(peer("child-keeps-stdout"))
        before = psutil.Process().num_fds()
        for _ in range(3):
            await call(peer("fine"))
        return before, psutil.Process().num_fds()

    before, after = run(story())
    assert before == after


def test_a_notification_is_accepted_and_asks_for_nothing(peer, run):
    async def story():
        session = await open_session(peer("fine"))
        reply = await session.notify("notifications/x", {"a": 1})
        await session.close()
        return reply

    reply = run(story())
    assert reply.kind is ReplyKind.ACCEPTED
    assert reply.message is MISSING


def test_a_signal_without_a_name_still_has_a_number(run):
    from mcptest.wire.process.pipes import ServerProcess

    class Dead:
        def get_pipe_transport(self, fd):
            return None

        def get_returncode(self):
            return -63

    async def story():
        process = ServerProcess(Limits())
        process.connection_made(Dead())
        return process.ending()

    assert run(story()).signal == "signal 63"


def test_what_a_process_said_before_anybody_listened_is_not_lost(peer, run):
    from mcptest.wire.process.start import start_process
    from mcptest.wire.stdio import StdioLink

    async def story():
        process = await start_process(peer("exit-banner"), Limits())
        await process.exited
        while not process._over:  # noqa: ASYNC110 - nobody is told before somebody attached
            await asyncio.sleep(0.01)
        link = StdioLink(process, limits=Limits(), client=ClientSide())
        await asyncio.sleep(0)
        alive = link.alive()
        closing = await link.close()
        return alive, closing, [entry.raw for entry in link.transcript.problems]

    alive, closing, said = run(story())
    assert not alive
    assert closing.how == "closed"
    assert said == [b"Server running on stdio", b""]  # the second is that it exited
