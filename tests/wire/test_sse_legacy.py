"""HTTP+SSE: the stream, its endpoint, and answers that come beside the POST."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from tests.wire.http_kit import LIMITS, Peer, request, run

from mcptest.errors import TargetHandshakeError
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.http.open_sse import open_sse
from mcptest.wire.link import Closing
from mcptest.wire.reply import ReplyKind
from mcptest.wire.target import HttpTarget


@asynccontextmanager
async def linked(mode="legacy", *, limits=LIMITS, client=None, state=None, **target):
    async with Peer(mode, state=state or {}) as peer:
        aim = HttpTarget(peer.url, **target)
        link = await open_sse(aim, limits=limits, client=client or ClientSide())
        try:
            yield peer, link
        finally:
            await link.close()


def fail_to_open(mode="legacy", *, limits=LIMITS, **state) -> TargetHandshakeError:
    async def body():
        with pytest.raises(TargetHandshakeError) as caught:
            async with linked(mode, limits=limits, state=state):
                pass
        return caught.value

    return run(body())


def test_answers_come_on_the_stream():
    async def body():
        async with linked(headers={"Authorization": "Bearer t"}) as (peer, link):
            link.version = SpecVersion.V2024_11_05
            assert link.version is SpecVersion.V2024_11_05
            replies = [
                await link.exchange(request("tools/list", id=n), timeout=5) for n in range(3)
            ]
            return replies, peer.asked("POST")

    replies, posted = run(body())
    assert all(reply.ok for reply in replies)
    assert replies[0].http.status == 202
    assert posted[0].path == "/messages?id=1"
    assert posted[0].headers["authorization"] == "Bearer t"


def test_a_notification_is_accepted():
    async def body():
        async with linked() as (_, link):
            return await link.exchange(request("notifications/initialized", id=None), timeout=5)

    assert run(body()).kind is ReplyKind.ACCEPTED


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://evil.example/x",
        "//evil.example/x",
        "https://127.0.0.1/x",
        "http://[bad",
        "ftp://127.0.0.1/",
    ],
)
def test_an_endpoint_of_another_origin_is_not_used(endpoint: str):
    assert fail_to_open(endpoint=endpoint).code == "sse-endpoint"


@pytest.mark.parametrize(
    ("mode", "code"),
    [
        ("healthy", "http-method"),
        ("unauthorized", "http-unauthorized"),
        ("html-200", "http-html"),
        ("sse-closes", "handshake-refused"),
        ("reset-at-once", "handshake-crashed"),
        ("sse-big-event", "handshake-refused"),
    ],
)
def test_an_address_without_such_a_stream_is_refused_by_code(mode: str, code: str):
    error = fail_to_open(mode)
    assert error.code == code
    assert error.hint


@pytest.mark.parametrize("mode", ["accept-only", "sse-silent"])
def test_a_stream_that_names_no_endpoint_ends_in_time(mode: str):
    assert fail_to_open(mode, limits=replace(LIMITS, timeout=0.2)).code == "handshake-timeout"


def test_a_post_that_is_refused_is_a_refusal():
    async def body():
        async with linked(state={"endpoint": "/wrong"}) as (_, link):
            return await link.exchange(request(), timeout=5)

    reply = run(body())
    assert reply.kind is ReplyKind.REFUSED
    assert reply.http.status == 404


def test_silence_on_the_stream_ends_with_the_deadline():
    async def body():
        async with linked(state={"mute": True}) as (_, link):
            return await link.exchange(request(), timeout=0.2)

    assert run(body()).kind is ReplyKind.TIMED_OUT


@pytest.mark.parametrize(
    ("mode", "kind"), [("accept-only", ReplyKind.TIMED_OUT), ("not-http", ReplyKind.MALFORMED)]
)
def test_a_post_that_breaks_is_a_value(mode: str, kind: ReplyKind):
    async def body():
        async with linked() as (peer, link):
            peer.mode = mode
            return await link.exchange(request(), timeout=0.3)

    assert run(body()).kind is kind


def test_an_answer_counts_also_when_the_post_hangs():
    from tests.servers.http_peer import MODES, answer, event

    async def hanging(incoming, wire):
        if incoming.verb == "GET":
            await MODES["legacy"](incoming, wire)
        wire.peer.state["stream"].put_nowait(event(answer(incoming)))
        await wire.forever()

    async def body():
        async with linked(hanging) as (_, link):
            return await link.exchange(request(), timeout=0.3)

    assert run(body()).ok


@pytest.mark.parametrize("end", [b"", b"data: " + b"x" * 2000])
def test_a_stream_that_ends_fails_whoever_waits(end: bytes):
    async def body():
        state = {"mute": True, "before": [end]}
        async with linked(state=state, limits=replace(LIMITS, message=1000)) as (_, link):
            first = await link.exchange(request(), timeout=5)
            second = await link.exchange(request(id=2), timeout=5)
            return first, second, link.alive()

    first, second, alive = run(body())
    assert (first.kind, second.kind) == (ReplyKind.CLOSED, ReplyKind.CLOSED)
    assert not alive


def test_a_stream_that_breaks_says_how():
    async def body():
        async with linked(state={"mute": True}) as (peer, link):
            waiting = asyncio.ensure_future(link.exchange(request(), timeout=5))
            while not peer.asked("POST"):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            await peer.__aexit__()
            return await waiting

    reply = run(body())
    assert reply.kind is ReplyKind.CLOSED


def test_requests_of_the_server_are_answered_by_post_and_odd_events_ignored():
    from tests.servers.http_peer import event

    before = [
        event({"jsonrpc": "2.0", "id": "q", "method": "ping"}),
        b"event: odd\x07\ndata: 1\n\n: c\n\nid: 1\n\n",
    ]

    async def body():
        async with linked(state={"before": before}) as (peer, link):
            reply = await link.exchange(request(), timeout=5)
            while len(peer.asked("POST")) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            return reply, peer.asked("POST")[1].message

    reply, answered = run(body())
    assert reply.ok
    assert answered == {"jsonrpc": "2.0", "id": "q", "result": {}}


def test_probes_go_to_any_path():
    async def body():
        async with linked() as (_, link):
            return await link.send("POST", path="/other", timeout=5)

    assert run(body()).http.status == 404


def test_closing_twice_gives_the_same_value():
    async def body():
        async with linked() as (_, link):
            return await link.close(), await link.close(), link.alive()

    assert run(body()) == (Closing("closed"), Closing("closed"), False)
