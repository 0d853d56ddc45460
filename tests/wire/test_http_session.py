"""Headers, sessions, resumption, server requests and the stream of unasked messages."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from tests.servers.http_peer import MODES, answer, chunk, event, text, whole
from tests.wire.http_kit import LIMITS, Peer, linked, request, run

from mcptest.errors import TargetConnectError, UsageError
from mcptest.model.json import MISSING
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.http import streamable as http_link
from mcptest.wire.http.open import open_http
from mcptest.wire.link import Closing, Outgoing
from mcptest.wire.reply import ReplyKind
from mcptest.wire.target import HttpTarget


def sent_headers(*outs: Outgoing, mode="healthy", version=None, **target) -> dict[str, str]:
    async def body():
        async with linked(mode, **target) as (peer, link):
            for out in outs:
                await link.exchange(out, timeout=5)
                link.version = version
            return peer.requests[len(outs) - 1].headers

    return run(body())


def test_the_standard_headers_go_with_every_message():
    headers = sent_headers(request(), headers={"Authorization": "Bearer t"})
    assert headers["accept"] == "application/json, text/event-stream"
    assert headers["content-type"] == "application/json"
    assert headers["accept-encoding"] == "identity"
    assert headers["authorization"] == "Bearer t"
    assert not {"mcp-session-id", "mcp-protocol-version"} & headers.keys()


def test_a_single_exchange_may_change_and_drop_headers():
    out = request(
        headers={
            "accept": None,
            "Origin": "http://evil.example",
            "CONTENT-TYPE": "x/y",
            "é"[:0] + "X": "\xe9\u20ac",
        }
    )
    headers = sent_headers(out)
    assert "accept" not in headers
    assert headers["origin"] == "http://evil.example"
    assert headers["content-type"] == "x/y"
    assert headers["x"].encode("latin-1").decode() == "\xe9\u20ac"


@pytest.mark.parametrize("headers", [{"Bad Name": "x"}, {"X": "a\r\nb"}, {"Host": None}])
def test_a_header_that_cannot_be_sent_is_our_mistake(headers):
    with pytest.raises(UsageError) as caught:
        sent_headers(request(headers=headers))
    assert caught.value.code == "http-header"


def test_the_version_goes_along_once_it_is_agreed():
    headers = sent_headers(request("initialize"), request(), version=SpecVersion.V2025_11_25)
    assert headers["mcp-protocol-version"] == "2025-11-25"


def test_older_revisions_have_no_version_header():
    headers = sent_headers(request("initialize"), request(), version=SpecVersion.V2025_03_26)
    assert "mcp-protocol-version" not in headers


def test_the_stateless_era_repeats_the_body_in_headers():
    first = request("server/discover")
    call = request("tools/call", params={"name": "a tool", "arguments": {"n": 1}}, id=2)
    schema = {"properties": {"n": {"type": "integer", "x-mcp-header": "Number"}}}
    call = replace(call, schema=schema)
    headers = sent_headers(first, call, version=SpecVersion.V2026_07_28)
    assert headers["mcp-protocol-version"] == "2026-07-28"
    assert (headers["mcp-method"], headers["mcp-name"]) == ("tools/call", "a tool")
    assert headers["mcp-param-number"] == "1"


def test_a_session_id_is_sent_from_then_on_and_ended_at_close():
    async def body():
        async with linked("session") as (peer, link):
            await link.exchange(request("initialize"), timeout=5)
            reply = await link.exchange(request(id=2), timeout=5)
            closing = await link.close()
            assert await link.close() is closing
            return link.session_id, reply, peer.requests, closing

    session_id, reply, requests, closing = run(body())
    assert session_id == "s-1"
    assert reply.ok
    assert requests[-1].verb == "DELETE"
    assert requests[-1].headers["mcp-session-id"] == "s-1"
    assert "content-type" not in requests[-1].headers
    assert closing == Closing("closed")


def test_a_session_id_that_is_not_visible_ascii_is_never_echoed():
    async def body():
        async with linked("session-odd") as (peer, link):
            await link.exchange(request("initialize"), timeout=5)
            await link.exchange(request(id=2), timeout=5)
            return link, peer.requests[-1].headers

    link, headers = run(body())
    assert link.session_id is None
    assert "mcp-session-id" not in headers
    assert [entry.code for entry in link.transcript.problems] == ["session-id"]


def test_a_lost_session_is_told_and_not_deleted():
    async def body():
        async with linked("session-lost") as (peer, link):
            await link.exchange(request("initialize"), timeout=5)
            before = link.alive()
            reply = await link.exchange(request(id=2), timeout=5)
            await link.close()
            return before, reply, link, peer.asked("DELETE")

    before, reply, link, deleted = run(body())
    assert before
    assert not link.alive()
    assert link.session_lost
    assert reply.kind is ReplyKind.REFUSED
    assert not deleted


def test_a_made_up_session_id_does_not_count_as_a_lost_one():
    async def body():
        async with linked("session") as (_, link):
            await link.exchange(request("initialize"), timeout=5)
            out = request(id=2, headers={"Mcp-Session-Id": "made-up"})
            reply = await link.exchange(out, timeout=5)
            return reply.http.status, link.session_lost

    assert run(body()) == (404, False)


@pytest.mark.parametrize("mode", ["accept-only", "bad-chunk", "reset-at-once"])
def test_closing_is_bounded_whatever_delete_does(mode: str):
    async def body():
        async with linked("session", limits=replace(LIMITS, grace=0.1)) as (peer, link):
            await link.exchange(request("initialize"), timeout=5)
            peer.mode = mode
            return await link.close()

    assert run(body()) == Closing("closed")


def test_closing_goes_on_when_its_caller_is_cancelled():
    async def body():
        async with linked("session", limits=replace(LIMITS, grace=0.2)) as (peer, link):
            await link.exchange(request("initialize"), timeout=5)
            peer.mode = "accept-only"
            closing = asyncio.ensure_future(link.close())
            await asyncio.sleep(0.05)
            closing.cancel()
            await asyncio.gather(closing, return_exceptions=True)
            return await link.close(), link.alive()

    assert run(body()) == (Closing("closed"), False)


# Resumption


@pytest.mark.parametrize(("mode", "gets"), [("sse-resumes", 3), ("sse-resets-with-id", 1)])
def test_a_stream_that_ended_early_is_resumed_while_it_brings_news(mode: str, gets: int):
    async def body():
        async with linked(mode) as (peer, link):
            return await link.exchange(request(), timeout=5), peer.asked("GET")

    reply, asked = run(body())
    assert reply.ok
    assert len(asked) == gets
    assert asked[0].headers["accept"] == "text/event-stream"


@pytest.mark.parametrize(
    ("mode", "left_open"), [("sse-resumed-stays-open", False), ("sse-stays-open", True)]
)
def test_only_the_stream_of_the_request_itself_is_left_open(mode: str, left_open: bool):
    async def body():
        async with linked(mode) as (_, link):
            reply = await link.exchange(request(), timeout=5)
            return reply, link.transcript

    reply, transcript = run(body())
    assert reply.ok
    assert [facts.left_open for facts in transcript.heads.values()] == [left_open]
    assert ("stream-left-open" in {entry.code for entry in transcript.entries}) is left_open


@pytest.mark.parametrize(("mode", "gets"), [("sse-never-resumes", 2), ("sse-refuses-resume", 1)])
def test_resumption_ends_when_it_brings_nothing(mode: str, gets: int):
    async def body():
        async with linked(mode) as (peer, link):
            return await link.exchange(request(), timeout=5), peer.asked("GET")

    reply, asked = run(body())
    assert reply.kind is ReplyKind.CLOSED
    assert len(asked) == gets


def test_the_stateless_era_does_not_resume():
    async def body():
        async with linked("sse-never-resumes") as (peer, link):
            link.version = SpecVersion.V2026_07_28
            return await link.exchange(request(), timeout=5), peer.asked("GET")

    reply, asked = run(body())
    assert reply.kind is ReplyKind.CLOSED
    assert not asked


# Requests of the server


def test_a_request_of_the_server_is_answered_by_post():
    async def body():
        client = ClientSide(capabilities={"roots": {}})
        async with linked("asks-back", client=client) as (peer, link):
            return await link.exchange(request(), timeout=5), peer.state["answer"], client.asked

    reply, answer, asked = run(body())
    assert reply.ok
    assert [each["method"] for each in reply.server_requests] == ["roots/list"]
    assert answer == {"jsonrpc": "2.0", "id": "q", "result": {"roots": []}}
    assert asked[0].declared


async def _floods(incoming, wire):
    from tests.servers.http_peer import answer, event

    if "method" not in incoming.message:
        await wire.peer.state["then"](incoming, wire)
        return
    asked = [
        event({"jsonrpc": "2.0", "id": n, "method": "ping"}) for n in range(wire.peer.state["n"])
    ]
    await wire.events(b"".join(asked) + event(answer(incoming)))


@pytest.mark.parametrize(
    ("then", "count", "code"),
    [
        ("html-500", 1, "answer-refused"),
        ("bad-chunk", 1, None),
        ("not-http", 1, "answer-refused"),
        ("accept-only", 40, "answer-dropped"),
    ],
)
def test_an_answer_that_is_not_taken_goes_on_record(then: str, count: int, code: str | None):
    from tests.servers.http_peer import MODES

    async def body():
        state = {"then": MODES[then], "n": count}
        async with linked(_floods, state=state) as (peer, link):
            reply = await link.exchange(request(), timeout=5)
            while len(peer.requests) < 2 or (count == 1 and link._answers._tasks):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            await link.close()
            return reply, {entry.code for entry in link.transcript.problems}

    reply, codes = run(body())
    assert reply.ok
    assert codes == ({code} if code else set())


def test_an_answer_that_nobody_takes_in_time_goes_on_record():
    from tests.servers.http_peer import MODES

    async def body():
        state = {"then": MODES["accept-only"], "n": 1}
        async with linked(_floods, state=state, limits=replace(LIMITS, timeout=0.1)) as (_, link):
            await link.exchange(request(), timeout=5)
            while link._answers._tasks:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            return [entry.code for entry in link.transcript.problems]

    assert run(body()) == ["answer-refused"]


# The stream of unasked messages


def test_the_stream_is_opened_on_demand_and_taken_up_again():
    async def body():
        async with linked("listening") as (peer, link):
            opened = await link.open_stream()
            while len([e for e in link.transcript.entries if e.stream == "get"]) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            again = await link.open_stream()
            return opened, again, peer.asked("GET"), link.transcript.entries

    opened, again, asked, entries = run(body())
    assert (opened.kind, again.kind) == (ReplyKind.ACCEPTED, ReplyKind.ACCEPTED)
    assert opened.http is not None
    assert [r.headers.get("last-event-id") for r in asked] == [None, "g1"]
    methods = [entry.message["method"] for entry in entries if entry.stream == "get"]
    assert methods == ["notifications/n1", "notifications/n2"]


async def _asks_elsewhere(incoming, wire):
    """A call that is answered once its question, on the stream of GET, has been."""
    state = wire.peer.state
    answered = state.setdefault("answered", asyncio.Event())
    if incoming.verb == "GET":
        state["stream"] = wire
        await wire.events(end=False)
        await wire.forever()
    elif incoming.message.get("method") == "tools/call":
        if "stream" not in state:
            await wire.forever()
        question = {"jsonrpc": "2.0", "id": "q", "method": "roots/list"}
        await state["stream"].write(chunk(event(question)))
        await answered.wait()
        await wire.write(whole(text(answer(incoming, result={"told": state["told"]}))))
    elif incoming.message.get("id") == "q":
        state["told"] = incoming.message["result"]
        answered.set()
        await wire.write(whole(b"", 202))
    else:
        await MODES["healthy"](incoming, wire)


@pytest.mark.parametrize("capabilities", [{}, {"roots": {}}])
def test_a_client_that_offers_answers_hears_what_is_asked_on_the_other_stream(capabilities):
    client = ClientSide(capabilities, {"roots/list": {"roots": ["a"]}})

    async def body():
        async with linked(_asks_elsewhere, client=client) as (peer, link):
            await link.exchange(request("initialize"), timeout=5)
            await link.exchange(request("notifications/initialized", id=None), timeout=5)
            reply = await link.exchange(request("tools/call"), timeout=1)
            return reply, len(peer.asked("GET"))

    reply, opened = run(body())
    if capabilities:
        assert (reply.result, opened) == ({"told": {"roots": ["a"]}}, 1)
    else:
        assert (reply.kind, opened) == (ReplyKind.TIMED_OUT, 0)


def test_a_stream_without_a_head_is_not_waited_for_long(monkeypatch):
    async def silent(incoming, wire):
        if incoming.verb == "GET":
            await wire.forever()
        else:
            await MODES["healthy"](incoming, wire)

    async def body():
        async with linked(silent, client=ClientSide({"roots": {}})) as (_, link):
            await link.exchange(request("notifications/initialized", id=None), timeout=5)
            return await link.exchange(request("tools/call"), timeout=5)

    monkeypatch.setattr(http_link, "_TO_LISTEN", 0.05)
    assert run(body()).kind is ReplyKind.ANSWERED


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        ("healthy", ReplyKind.REFUSED),
        ("accept-only", ReplyKind.TIMED_OUT),
        ("not-http", ReplyKind.MALFORMED),
    ],
)
def test_a_stream_that_is_not_offered_is_a_value(mode: str, kind: ReplyKind):
    async def body():
        async with linked(mode) as (_, link):
            return await link.open_stream(timeout=0.3)

    assert run(body()).kind is kind


@pytest.mark.parametrize("mode", ["sse-closes", "sse-big-event", "broken", "gone"])
def test_a_stream_that_brings_nothing_is_given_up(mode: str):
    async def broken(incoming, wire):
        await wire.events(end=False)
        await wire.write(b"ZZ\r\n")

    async def gone(incoming, wire):
        if len(wire.peer.requests) > 1:
            wire.reset()
        else:
            await wire.events(b"id: 1\n\n")

    async def body():
        chosen = {"broken": broken, "gone": gone}.get(mode, mode)
        async with linked(chosen, limits=replace(LIMITS, message=1000)) as (peer, link):
            await link.open_stream()
            await link._listener._task
            return len(peer.requests)

    assert 1 < run(body()) <= 3


# Probes


def test_any_verb_and_path_may_be_sent():
    async def body():
        async with linked("healthy") as (peer, link):
            reply = await link.send("PUT", body=b"x", headers={"Accept": None}, path="/other?q=1")
            return reply, peer.requests[0]

    reply, seen = run(body())
    assert (reply.kind, reply.method, reply.http.status) == (ReplyKind.REFUSED, "PUT", 405)
    assert (seen.verb, seen.path, seen.body) == ("PUT", "/other?q=1", b"x")


def test_a_probe_shows_json_and_its_error():
    async def body():
        async with linked("refused-400") as (_, link):
            return await link.send("POST", body=b"{")

    reply = run(body())
    assert (reply.kind, reply.error_code) == (ReplyKind.REFUSED, -32020)


def test_a_probe_of_a_stream_shows_what_came_for_a_while():
    async def body():
        async with linked("listening") as (_, link):
            first = await link.send("GET", watch=5)
            second = await link.send("GET", headers={"Last-Event-ID": "g1"}, watch=0.1)
            return first, second

    for reply in run(body()):
        assert reply.kind is ReplyKind.ACCEPTED
        assert reply.http.event_ids == ("g1",)
        assert b"notifications/n" in reply.http.body


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        ("accept-only", ReplyKind.TIMED_OUT),
        ("body-drip", ReplyKind.TIMED_OUT),
        ("bad-chunk", ReplyKind.MALFORMED),
        ("html-200", ReplyKind.ACCEPTED),
        ("sse-big-event", ReplyKind.ACCEPTED),
    ],
)
def test_a_probe_never_raises_for_what_the_server_does(mode: str, kind: ReplyKind):
    async def body():
        async with linked(mode) as (_, link):
            return await link.send("GET", timeout=0.4, watch=0.3)

    reply = run(body())
    assert reply.kind is kind
    assert reply.result is MISSING
    assert (reply.http is None) is (mode == "accept-only")


@pytest.mark.parametrize("path", ["http://evil.example/", "//evil.example/x"])
def test_a_probe_stays_with_its_origin(path: str):
    async def body():
        async with linked("healthy") as (peer, link):
            with pytest.raises(ValueError, match="origin"):
                await link.send("GET", path=path)
            return peer.requests

    assert run(body()) == []


def test_a_head_request_has_no_body_to_wait_for():
    async def no_body(incoming, wire):
        from tests.servers.http_peer import head

        await wire.write(head(Content_Length=10 << 30))

    async def body():
        async with linked(no_body) as (_, link):
            return await link.send("HEAD")

    assert run(body()).kind is ReplyKind.ACCEPTED


def test_an_address_without_a_peer_raises_at_open_only():
    async def body():
        async with Peer() as peer:
            url = peer.url
        with pytest.raises(TargetConnectError):
            await open_http(HttpTarget(url), limits=LIMITS, client=ClientSide())

    run(body())
