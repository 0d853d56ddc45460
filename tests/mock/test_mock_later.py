"""What a mock does long after its answer, over every transport, as a session sees it."""

import asyncio
from dataclasses import replace

import pytest
from tests.compliance.peer import http, memory, stdio

from mcptest.model.spec_version import SpecVersion
from mcptest.wire.limits import Limits
from mcptest.wire.session import open_session

V24, V25 = SpecVersion.V2024_11_05, SpecVersion.V2025_11_25
LIMITS = Limits(timeout=20.0, grace=10.0)
HASTY = replace(LIMITS, grace=1.0)
NOTE = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}}
LATE = {"on": "tools/list", "pause_ms": 300, "after": [NOTE]}


async def talk(target, version, *methods, limits=LIMITS):
    """The replies, and the methods of all messages in their order once the late one came."""
    session = await open_session(target, version=version, limits=limits)
    try:
        replies = await asyncio.gather(*map(session.request, methods))
        async with asyncio.timeout(20):
            while "notifications/message" not in _order(session):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        return replies, _order(session)
    finally:
        await session.close()


def _order(session):
    received = [e.message for e in session.transcript.entries if e.direction == "received"]
    return [message.get("method", message.get("id")) for message in received]


@pytest.mark.parametrize("make", [memory, stdio])
def test_a_late_message_holds_up_no_other_answer(make):
    _, order = asyncio.run(talk(make([LATE], V25), V25, "tools/list", "ping"))
    assert order[-1] == "notifications/message"
    assert len(order) == 4


@pytest.mark.parametrize("version", [V24, V25])
def test_a_late_message_comes_on_the_stream_over_http(version):
    with http([LATE], version) as target:
        [listed], order = asyncio.run(talk(target, version, "tools/list"))
    assert order[-2:] == [listed.message["id"], "notifications/message"]


def test_a_stream_that_is_held_stays_open():
    held = {"on": "tools/list", "sse": True, "hold": True, "before": [NOTE]}
    with http([held], V25) as target:
        replies, _ = asyncio.run(talk(target, V25, "ping", "tools/list", limits=HASTY))
    assert [reply.http.left_open for reply in replies] == [False, True]
    assert all(reply.ok for reply in replies)
