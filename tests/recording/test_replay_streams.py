"""A replay over streams: those of HTTP+SSE, and those that a client resumes."""

import asyncio
import json
from dataclasses import replace

from tests.recording.test_replay_http import Exchange, opened, post
from tests.recording.written import OPENING, calls, recording, replies, says, text

from mcptest.mock.http.guard import Guard
from mcptest.recording.format.recording import Recording
from mcptest.recording.replay.http import ReplayApplication
from mcptest.recording.replay.matching import Matching
from mcptest.recording.replay.player import Playbook, Timing
from mcptest.recording.replay.script import scripts_of

SAID = (*OPENING, calls(1, "t"), says("notifications/message"), replies(1, text("x")))


def with_event_ids(said):
    """What the server sent after the call came as events with ids."""
    found = recording(*said)
    numbered = [
        replace(frame, event={"id": f"e{number}"}) if number > 3 else frame
        for number, frame in enumerate(found.frames)
    ]
    return Recording(found.path, found.parts, tuple(numbered))


def application(found):
    book = Playbook(found, Matching.STRICT, Timing.FAST)
    return ReplayApplication(book, Guard("127.0.0.1", 80))


def test_a_client_of_http_sse_gets_its_responses_on_its_stream():
    async def main():
        app = application(recording(*SAID))
        stream = await Exchange(app, "GET", path="/sse").until(b"\n\n")
        path = stream.body.decode().partition("data: ")[2].strip()
        for said in (OPENING[0], OPENING[2], calls(7, "t")):
            body = json.dumps(said[1]).encode()
            assert (await Exchange(app, body=body, path=path).done()).status == 202
        await stream.until(b'"id":7')
        assert stream.body.index(b"notifications/message") < stream.body.index(b'"id":7')
        stream.leave()
        await stream.done()
        assert (await Exchange(app, body=b"{}", path=path).done()).status == 404

    asyncio.run(main())


def test_what_http_sse_does_not_know_is_refused():
    async def main():
        app = application(recording(*SAID))
        stream = await Exchange(app, "GET", path="/sse").until(b"\n\n")
        path = stream.body.decode().partition("data: ")[2].strip()
        large = Exchange(app, body=b"x" * (16 * 1024 * 1024 + 1), path=path)
        wrong = [Exchange(app, "GET", path=path), Exchange(app, path="/sse"), large]
        assert [(await each.done()).status for each in wrong] == [405, 405, 413]
        stream.leave()
        await stream.done()

    asyncio.run(main())


def test_a_stream_that_broke_is_resumed_after_its_last_event():
    async def main():
        app = application(with_event_ids(SAID))
        session = await opened(app)
        call = await post(app, calls(5, "t"), **session).done()
        first, second = [line for line in call.body.decode().splitlines() if line[:3] == "id:"]
        again = Exchange(app, "GET", **session, last_event_id=first.removeprefix("id: "))
        rest = await again.done()
        assert rest.body.endswith(call.body[call.body.index(second.encode()) :])
        assert b"notifications/message" not in rest.body

    asyncio.run(main())


def test_a_stream_that_waits_for_the_client_is_resumed_before_its_response():
    async def main():
        asked = says("elicitation/create", number="e")
        answered = ("client", {"jsonrpc": "2.0", "id": "e", "result": {}})
        app = application(
            with_event_ids((*OPENING, calls(1, "t"), asked, answered, replies(1, text("x"))))
        )
        session = await opened(app)
        call = await post(app, calls(5, "t"), **session).until(b"elicitation/create")
        call.leave()
        await call.done()
        last = call.body.decode().partition("id: ")[2].split("\n")[0]
        again = await Exchange(app, "GET", **session, last_event_id=last).until(b"open")
        await post(app, answered, **session).done()
        await again.until(b'"id":5')
        await again.done()

    asyncio.run(main())


def test_an_unknown_event_resumes_nothing():
    async def main():
        app = application(with_event_ids(SAID))
        session = await opened(app)
        for last in ("0-x", "nobody-1", "x"):
            stream = await Exchange(app, "GET", **session, last_event_id=last).until(b"open")
            stream.leave()
            await stream.done()

    asyncio.run(main())


def test_events_that_a_server_repeated_are_played_once():
    found = with_event_ids(SAID)
    message = found.frames[4]
    repeated = Recording(found.path, found.parts, (*found.frames[:5], message, *found.frames[5:]))
    [cues] = scripts_of(repeated).values()
    assert len(cues[-1].lines) == 2
    other = replace(message, message={**message.message, "params": {"n": 2}})
    differs = Recording(found.path, found.parts, (*found.frames[:5], other, *found.frames[5:]))
    [cues] = scripts_of(differs).values()
    assert len(cues[-1].lines) == 3
