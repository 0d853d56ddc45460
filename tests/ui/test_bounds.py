"""What the page costs stays bounded: events, messages, calls and runs."""

import asyncio
import json

import pytest

from mcptest.mcp_server.workspace import Workspace
from mcptest.model.redaction import Redactor
from mcptest.ui.calls import Calls
from mcptest.ui.feed import Feed
from mcptest.ui.history import History
from mcptest.ui.jobs import MOST_EVENTS, MOST_JOBS, Jobs, PageJob
from mcptest.ui.messages.frames import Frames
from mcptest.ui.page_call import PageCall
from mcptest.ui.questions import Questions
from mcptest.wire.transcript import TranscriptEntry


def entry(message, direction="received", at=1.0, **more):
    raw = message if isinstance(message, bytes) else json.dumps(message).encode()
    return TranscriptEntry(at, direction, raw, size=len(raw), **more)


def test_a_page_that_was_cut_off_gets_what_it_missed():
    async def look():
        feed = Feed()
        assert [feed.put("frame", {"n": n}) for n in range(3)] == [1, 2, 3]
        assert feed.since(1).count(b"event: frame") == 2
        assert feed.since(3) == b""
        assert feed.has(0)
        assert not feed.has(4)
        assert await feed.wait(2, 1)
        assert not await feed.wait(3, 0.01)

    asyncio.run(look())


def test_the_oldest_events_go_first():
    async def look():
        feed = Feed(limit=2_000)
        for number in range(100):
            feed.put("frame", {"n": number})
        assert feed.last == 100
        assert not feed.has(50)
        assert feed.has(99)
        assert len(feed.since(0)) < 2_000

    asyncio.run(look())


async def streamed(client, after, enough):
    """What the stream of events says, until it said enough."""
    parts = []
    gone = asyncio.Event()

    async def receive():
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(event):
        parts.append(event.get("body", b""))
        if enough(b"".join(parts)):
            gone.set()

    headers = {**client.headers, "last-event-id": after}
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    async with asyncio.timeout(20):
        scope = {"method": "GET", "path": "/api/events", "headers": pairs}
        await client.application(scope, receive, send)
    return b"".join(parts)


def test_the_stream_resumes_where_it_was_cut_off(page):
    async def look(client):
        for number in range(5):
            client.hub.feed.put("frame", {"n": number})
        told = await streamed(client, "3", lambda said: b'{"n":4}' in said)
        assert told.count(b"event: frame") == 2
        assert b"id: 4\n" in told

    page(look)


@pytest.mark.parametrize("after", ["99", "nonsense", "9" * 40])
def test_a_page_that_missed_too_much_begins_anew(page, after):
    async def look(client):
        client.hub.feed.put("frame", {})
        later = asyncio.get_running_loop().call_later(0.1, client.hub.feed.put, "frame", {"n": 1})
        told = await streamed(client, after, lambda said: b"event: " in said)
        later.cancel()
        assert (b"event: reset" in told) == (after == "99")

    page(look)


def test_messages_are_paired_and_bounded():
    frames = Frames(most=10)
    asked = frames.add("s", 1, entry({"id": 1, "method": "a"}, "sent"))
    told = frames.add("s", 1, entry({"id": 1, "result": {}}, at=1.5))
    assert (told.answers, told.took_ms, told.method) == (asked.number, 500.0, "a")
    other = frames.add("s", 2, entry({"id": 1, "error": {}}))
    assert (other.kind, other.answers) == ("error", None)
    for number in range(20):
        frames.add("s", 1, entry({"id": number, "method": "b"}, "sent"))
    assert frames.get(1) is None
    assert frames.get(23).id == 19
    assert len(frames.newest(100)) == 10


def test_ten_thousand_messages_cost_what_they_must():
    frames = Frames(most_bytes=1 << 20)
    for number in range(10_000):
        frames.add("s", 1, entry({"id": number, "method": "tools/call", "x": "y" * 500}, "sent"))
    kept = frames.newest(20_000)
    assert sum(len(frame.raw) + 400 for frame in kept) <= 1 << 20
    assert len(frames._pending) <= 1_000


def test_a_huge_message_is_cut_and_its_method_guessed():
    frames = Frames()
    large = b'{"jsonrpc": "2.0", "id": 7, "result": {"text": "' + b"x" * (3 << 20) + b'"}}'
    frame = frames.add("s", 1, entry(large))
    assert (frame.kind, frame.id, frame.size, len(frame.raw)) == ("result", 7, len(large), 1 << 20)
    text = b"x" * (3 << 20)
    last = frames.add("s", 1, entry(b'{"result": {"id": 3, "text": "' + text + b'"}, "id": 8}\n'))
    assert (last.kind, last.id) == ("result", 8)
    nested = frames.add("s", 1, entry(b'{"id": "a", "result": {"t": "' + text + b'", "id": 4}}'))
    assert (nested.kind, nested.id) == ("result", "a")
    method = b'{"jsonrpc": "2.0", "method": "m/x", "params": "' + b"x" * (1 << 20) + b'"}'
    assert (frames.add("s", 1, entry(method)).method, frames.newest(1)[0].kind) == (
        "m/x",
        "notification",
    )


@pytest.mark.parametrize(
    ("raw", "kind"),
    [(b"nonsense", "unreadable"), (b"[]", "batch"), (b"5", "unreadable")],
)
def test_what_is_not_a_message_is_shown_too(raw, kind):
    frame = Frames().add("s", 1, entry(raw, code="frame-json", problem="not JSON"))
    shown = frame.summary(Redactor(()))
    assert (shown["kind"], shown["preview"], shown["problem"]) == (kind, raw.decode(), "not JSON")


def test_the_history_forgets_the_oldest_calls_and_the_largest_results(tmp_path):
    async def look():
        feed = Feed()
        calls = Calls(feed, Questions(feed), History(Workspace(tmp_path), keeps=False))
        for number in range(600):
            call = PageCall(number, "s", "ping", {}, 0.0, "ok", {"result": {}}, size=1 << 18)
            calls.kept[number] = call
            calls._bound()
        assert len(calls.kept) == 500
        with_results = [call for call in calls.kept.values() if call.answer is not None]
        assert len(with_results) * (1 << 18) <= 64 << 20
        assert calls.kept[599].answer is not None

    asyncio.run(look())


def test_only_so_many_questions_wait():
    async def look():
        questions = Questions(Feed())
        for _ in range(100):
            assert questions.take("s", {"id": 1, "method": "roots/list"}, lambda body: None)
        assert not questions.take("s", {"id": 1, "method": "roots/list"}, lambda body: None)
        assert "error" in await questions.ask("s", "roots/list", {})

    asyncio.run(look())


def test_old_runs_and_endless_journals_are_forgotten(tmp_path):
    async def look():
        jobs = Jobs(Feed(), tmp_path)
        for number in range(MOST_JOBS + 1):
            jobs.kept[number] = PageJob(number, "run", "t", 0.0, {}, "finished")
            jobs._events[number] = []
        jobs._forget_oldest()
        assert len(jobs.kept) == MOST_JOBS - 1
        job = jobs.kept[MOST_JOBS]
        for _ in range(MOST_EVENTS + 2):
            jobs._hear(job, b"{}")
        jobs._hear(job, b"nonsense")
        assert (len(jobs._told(job)), job.dropped) == (MOST_EVENTS, 2)
        await jobs.close()

    asyncio.run(look())


def test_the_end_of_stderr_is_shown_as_it_comes():
    raw = b"".join(b"line %d\n" % number for number in range(5_000))
    shown = Frames().add("s", 1, TranscriptEntry(1.0, "stderr", raw, size=len(raw)))
    preview = shown.summary(Redactor(("line 4990",)))["preview"]
    assert preview.endswith("line 4999\n")
    assert len(preview) <= 4_096
    assert "line 4990" not in preview
