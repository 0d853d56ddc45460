"""One POST and what may come back: every way is a value."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections import Counter
from dataclasses import replace

import pytest
from tests.wire.http_kit import LIMITS, ask, linked, request, run

from mcptest.model.json import MISSING
from mcptest.wire.reply import ReplyKind


def test_a_json_answer_is_an_answer():
    reply = ask("healthy", request("tools/list"))
    assert reply.ok
    assert reply.result == {"tools": []}
    assert reply.http is not None
    assert (reply.http.status, reply.http.content_type) == (200, "application/json")
    assert reply.http.body == reply.raw


def test_an_event_stream_brings_the_answer_and_what_came_before_it():
    reply = ask("sse")
    assert reply.ok
    assert [note["method"] for note in reply.notifications] == ["notifications/message"]


def test_an_event_stream_may_be_cut_anywhere():
    reply = ask("sse-split")
    assert reply.ok
    assert reply.http is not None
    assert reply.http.event_ids == ("1",)


def test_a_notification_is_accepted():
    reply = ask("healthy", request("notifications/initialized", id=None))
    assert (reply.kind, reply.problem, reply.message) == (ReplyKind.ACCEPTED, None, MISSING)


def test_a_notification_that_is_refused_says_so():
    assert ask("html-500", request("x", id=None)).kind is ReplyKind.REFUSED


def test_an_answer_to_a_notification_is_accepted_with_a_problem():
    reply = ask("null-id-200", request("x", id=None))
    assert (reply.kind, reply.error_code) == (ReplyKind.ACCEPTED, -32700)
    assert reply.problem


def test_an_event_stream_for_a_notification_is_read_for_a_while():
    async def body():
        async with linked("sse-stays-open") as (_, link):
            return await link.exchange(request("x", id=None), timeout=5)

    assert run(body()).kind is ReplyKind.ACCEPTED


@pytest.mark.parametrize(
    ("mode", "kind", "words"),
    [
        ("reset-at-once", ReplyKind.CLOSED, "http-closed"),
        ("bad-chunk", ReplyKind.MALFORMED, "http-framing"),
        ("body-short", ReplyKind.CLOSED, "http-framing"),
        ("body-long", ReplyKind.MALFORMED, "http-surplus"),
        ("chunks-long", ReplyKind.MALFORMED, "http-surplus"),
        ("not-http", ReplyKind.MALFORMED, "http-framing"),
        ("headers-large", ReplyKind.MALFORMED, "limit-headers"),
        ("endless-body", ReplyKind.MALFORMED, "limit-body"),
        ("endless-chunks", ReplyKind.MALFORMED, "limit-body"),
        ("gzip-bomb", ReplyKind.MALFORMED, "http-encoding"),
        ("html-500", ReplyKind.REFUSED, "status 500 (Internal Server Error): Oh [31m no"),
        ("html-200", ReplyKind.MALFORMED, "text/html"),
        ("text-plain", ReplyKind.MALFORMED, "text/plain"),
        ("accepted-only", ReplyKind.REFUSED, "status 202"),
        ("not-json", ReplyKind.MALFORMED, "not JSON"),
        ("broken-json", ReplyKind.MALFORMED, "frame-json"),
        ("other-id", ReplyKind.MALFORMED, "no response with the request's id"),
        ("null-id-200", ReplyKind.MALFORMED, "no response with the request's id"),
        ("redirect", ReplyKind.REFUSED, "http://***@169.254.169.254/latest"),
        ("unauthorized", ReplyKind.REFUSED, "Bearer resource_metadata"),
        ("odd-status", ReplyKind.REFUSED, "status 799"),
        ("sse-closes", ReplyKind.CLOSED, "ended before the response"),
        ("sse-bad-json", ReplyKind.MALFORMED, "frame-json"),
        ("sse-big-event", ReplyKind.MALFORMED, "limit-event"),
        ("sse-other-id", ReplyKind.CLOSED, "ended before the response"),
    ],
)
def test_what_is_no_answer_becomes_a_value_with_a_reason(mode: str, kind: ReplyKind, words: str):
    reply = ask(mode)
    assert reply.kind is kind
    assert words in (reply.problem or "")


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("accept-only", "no response"),
        ("body-drip", "body is incomplete"),
        ("sse-silent", "event stream is open"),
    ],
)
def test_silence_ends_with_the_deadline(mode: str, words: str):
    reply = ask(mode, timeout=0.2)
    assert reply.kind is ReplyKind.TIMED_OUT
    assert words in (reply.problem or "")


def test_the_facts_are_there_also_when_the_time_is_over():
    reply = ask("body-drip", timeout=0.2)
    assert reply.http is not None
    assert reply.http.status == 200


def test_a_json_rpc_error_with_our_id_is_an_answer_whatever_the_status():
    reply = ask("json-500")
    assert (reply.kind, reply.error_code) == (ReplyKind.ANSWERED, -32603)
    assert reply.http is not None
    assert reply.http.status == 500


def test_an_error_without_our_id_is_a_refusal_that_keeps_its_code_and_is_no_stray():
    async def body():
        async with linked("refused-400") as (_, link):
            return await link.exchange(request(), timeout=5), link.transcript.problems

    reply, problems = run(body())
    assert (reply.kind, reply.error_code) == (ReplyKind.REFUSED, -32020)
    assert not problems


def test_right_json_of_the_wrong_type_is_shown_but_no_answer():
    assert ask("text-plain").result == {}


def test_a_redirect_is_never_followed():
    async def body():
        async with linked("redirect", headers={"Authorization": "Bearer t"}) as (peer, link):
            await link.exchange(request(), timeout=5)
            return peer.requests

    assert len(run(body())) == 1


def test_interim_responses_are_passed_over():
    assert ask("early-hints").ok


def test_a_second_answer_goes_on_record():
    async def body():
        async with linked("sse-two-answers") as (_, link):
            reply = await link.exchange(request(), timeout=5)
            return reply, [entry.code for entry in link.transcript.problems]

    reply, codes = run(body())
    assert reply.ok
    assert codes == ["second-answer"]


def test_a_stream_that_stays_open_after_its_answer_costs_its_grace_once():
    async def body():
        async with linked("sse-stays-open", limits=replace(LIMITS, grace=0.2)) as (_, link):
            replies = [await link.exchange(request(id=n), timeout=5) for n in range(3)]
            return replies, [entry.code for entry in link.transcript.problems]

    replies, codes = run(body())
    assert all(reply.ok for reply in replies)
    assert codes == ["stream-left-open"]


def test_what_breaks_after_the_answer_does_not_take_it_back():
    async def body():
        async with linked("sse-answer-then-reset") as (_, link):
            reply = await link.exchange(request(), timeout=5)
            return reply, [entry.code for entry in link.transcript.problems]

    reply, codes = run(body())
    assert reply.ok
    assert codes == ["http-framing"]


def test_a_deadline_while_the_stream_settles_keeps_the_answer():
    async def body():
        async with linked("sse-stays-open", limits=replace(LIMITS, grace=9)) as (_, link):
            return await link.exchange(request(), timeout=0.3)

    assert run(body()).ok


def test_one_connection_serves_many_requests():
    async def body():
        async with linked("healthy") as (peer, link):
            for number in range(5):
                assert (await link.exchange(request(id=number), timeout=5)).ok
            return peer.connections

    assert run(body()) == 1


def test_a_connection_with_surplus_bytes_is_not_used_again():
    async def body():
        async with linked("body-long") as (peer, link):
            replies = [await link.exchange(request(id=n), timeout=5) for n in range(3)]
            return peer.connections, [reply.message["id"] for reply in replies]

    assert run(body()) == (3, [0, 1, 2])


def test_a_connection_that_the_server_closed_meanwhile_is_replaced():
    async def idle_close(request, wire):
        from tests.servers.http_peer import answer, text, whole

        await wire.write(whole(text(answer(request))))
        wire.end()

    async def body():
        async with linked(idle_close) as (peer, link):
            replies = []
            for number in range(3):
                replies.append(await link.exchange(request(id=number), timeout=5))
                while peer._tasks:  # noqa: ASYNC110
                    await asyncio.sleep(0)
            return replies, len(peer.requests)

    replies, count = run(body())
    assert all(reply.ok for reply in replies)
    assert count == 3


@pytest.mark.parametrize("method", ["ping", "tools/call"])
def test_what_met_the_end_of_a_kept_connection_is_repeated_unless_it_is_a_call(method):
    met = Counter()

    async def reset_when_kept(request, wire):
        from tests.servers.http_peer import answer, text, whole

        met[wire.writer] += 1
        if met[wire.writer] > 1:
            wire.reset()
        else:
            await wire.write(whole(text(answer(request))))

    async def body():
        async with linked(reset_when_kept) as (peer, link):
            first = await link.exchange(request(), timeout=5)
            second = await link.exchange(request(method, id=2), timeout=5)
            third = await link.exchange(request("tools/call", id=3), timeout=5)
            return [first.ok, second.ok, third.ok], len(peer.requests), peer.connections

    if method == "ping":
        assert run(body()) == ([True, True, True], 4, 3)
    else:
        assert run(body()) == ([True, False, True], 3, 2)


def test_requests_may_overlap():
    async def body():
        async with linked("sse") as (_, link):
            return await asyncio.gather(
                *(link.exchange(request(id=n), timeout=5) for n in range(20))
            )

    assert [reply.message["id"] for reply in run(body())] == list(range(20))


def test_a_cancelled_exchange_leaves_the_link_usable():
    async def mixed(request_, wire):
        from tests.servers.http_peer import MODES

        await MODES["accept-only" if request_.message["method"] == "hang" else "healthy"](
            request_, wire
        )

    async def body():
        async with linked(mixed) as (_, link):
            hanging = asyncio.ensure_future(link.exchange(request("hang"), timeout=9))
            await asyncio.sleep(0.05)
            hanging.cancel()
            await asyncio.gather(hanging, return_exceptions=True)
            return await link.exchange(request(id=2), timeout=5)

    assert run(body()).ok


def test_a_large_request_is_sent_whole():
    async def body():
        async with linked("healthy") as (peer, link):
            out = request(params={"x": "y" * 20_000_000})
            reply = await link.exchange(out, timeout=9)
            return reply.ok, peer.requests[0].body == out.raw

    assert run(body()) == (True, True)


def test_a_server_that_went_away_makes_the_link_dead():
    async def body():
        async with linked("healthy") as (peer, link):
            assert link.alive()
            await peer.__aexit__()
            replies = [await link.exchange(request(id=n), timeout=5) for n in range(2)]
            return replies[-1], link.alive()

    reply, alive = run(body())
    assert reply.kind is ReplyKind.CLOSED
    assert not alive


def test_a_connection_that_breaks_in_the_middle_of_a_body_is_closed():
    async def breaking(incoming, wire):
        from tests.servers.http_peer import head

        await wire.write(head(Content_Length=1000) + b"{")
        sock = wire.writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        wire.reset()

    reply = ask(breaking)
    assert reply.kind is ReplyKind.CLOSED
    assert reply.http is not None


def test_a_first_connection_that_ended_before_it_was_used_is_replaced():
    async def body():
        async with linked("healthy") as (peer, link):
            while not peer._tasks:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            for task in list(peer._tasks):
                task.cancel()
            while peer._tasks:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            return await link.exchange(request(), timeout=5), peer.connections

    reply, connections = run(body())
    assert reply.ok
    assert connections == 2


def test_an_answer_that_came_on_another_stream_counts():
    async def crossing(incoming, wire):
        from tests.servers.http_peer import answer, event

        if incoming.verb == "GET":
            wire.peer.state["get"] = wire
            await wire.events(end=False)
            await wire.forever()
            return
        await wire.peer.state["get"].write(chunk_of(event(answer(incoming))))
        await wire.peer.state["seen"].wait()
        await wire.events()

    def chunk_of(data: bytes) -> bytes:
        return b"%x\r\n%s\r\n" % (len(data), data)

    async def body():
        seen = asyncio.Event()
        async with linked(crossing, state={"seen": seen}) as (_, link):
            await link.open_stream()
            waiting = asyncio.ensure_future(link.exchange(request(), timeout=5))
            while not any(entry.stream == "get" for entry in link.transcript.entries):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            seen.set()
            return await waiting

    assert run(body()).ok
