"""A stream that a server ends at once is opened again, but not without limits."""

import pytest
from tests.wire.http_kit import linked, request, run

from mcptest.engine.protocol.stray_violations import stray_result
from mcptest.model.outcome import Status
from mcptest.wire.http import reconnecting
from mcptest.wire.http.reconnecting import (
    CODE,
    LEAST_DELAY,
    MOST_DELAY,
    MOST_SHORT,
    Reconnecting,
)
from mcptest.wire.transcript import Transcript


def test_the_delay_has_a_floor_and_grows():
    again = Reconnecting()
    again.ended(0.0, 0.0)
    assert again.delay(0.0) == LEAST_DELAY
    delays = []
    for _ in range(10):
        again.ended(0.0, 0.0)
        delays.append(again.delay(0.0))
    assert delays == sorted(delays)
    assert delays[-1] == MOST_DELAY
    assert again.delay(60.0) == 60.0


def test_a_stream_that_always_ends_at_once_is_given_up():
    again = Reconnecting()
    for _ in range(MOST_SHORT):
        again.ended(0.01, 0.0)
    assert not again.exhausted
    again.ended(0.01, 0.0)
    assert again.exhausted
    assert str(MOST_SHORT + 1) in again.problem


@pytest.mark.parametrize(("lived", "asked"), [(5.0, 0.0), (0.0, 2.0)])
def test_a_long_stream_or_a_polite_delay_may_go_on_for_ever(lived, asked):
    again = Reconnecting()
    for _ in range(10 * MOST_SHORT):
        again.ended(lived, asked)
    assert not again.exhausted


def test_it_is_told_as_a_warning():
    transcript = Transcript(1000)
    transcript.note(Reconnecting().problem, CODE)
    result = stray_result("default", transcript.problems)
    assert result.status is Status.WARNED
    assert [finding.id for finding in result.findings] == [CODE]


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(reconnecting, "LEAST_DELAY", 0.0)
    monkeypatch.setattr(reconnecting, "MOST_SHORT", 3)


async def ends_at_once(request, wire):
    await wire.events(f"retry: 0\nid: {len(wire.peer.requests)}\ndata: \n\n".encode())


def test_a_stream_of_the_server_is_not_opened_for_ever(hasty):
    async def body():
        async with linked(ends_at_once) as (peer, link):
            await link.open_stream()
            await link._listener._task
            return len(peer.requests), [entry.code for entry in link.transcript.problems]

    assert run(body()) == (4, [CODE])


def test_a_response_is_not_asked_for_for_ever(hasty):
    async def body():
        async with linked(ends_at_once) as (peer, link):
            reply = await link.exchange(request(), timeout=5)
            return reply, len(peer.requests), [entry.code for entry in link.transcript.problems]

    reply, requests, codes = run(body())
    assert "also after resuming" in reply.problem
    assert requests <= 6
    assert codes == [CODE]
