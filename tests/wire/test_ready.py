"""A server is given the time that was promised to it, and no more."""

import asyncio

import pytest
from tests.servers.http_peer import Peer
from tests.wire.http_kit import LIMITS, run

from mcptest.compliance.revisions.judged import find_revisions
from mcptest.engine.server import Server
from mcptest.errors import TargetConnectError
from mcptest.wire import ready
from mcptest.wire.client_side import ClientSide
from mcptest.wire.target import HttpTarget


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    monkeypatch.setattr(ready, "POLL", 0.0)


def closed_port() -> str:
    async def find() -> str:
        async with Peer("healthy") as peer:
            return peer.url

    return asyncio.run(find())


def test_an_address_is_asked_until_it_is_well():
    async def body():
        async with Peer("well-later") as peer:
            await ready.wait_for_health(peer.url, within=5)
            return peer.state["asked"]

    assert run(body()) == 3


def test_a_session_opens_once_the_address_is_well():
    async def body():
        async with Peer("well-later") as health, Peer("healthy") as peer:
            session = await ready.open_when_ready(
                HttpTarget(peer.url),
                ready=ready.Readiness(url=health.url),
                limits=LIMITS,
                client=ClientSide(),
            )
            await session.close()
            return health.state["asked"]

    assert run(body()) == 3


@pytest.mark.parametrize("mode", ["html-500", "unauthorized", "reset-at-once"])
def test_an_address_that_stays_unwell_is_given_up_in_time(mode: str):
    async def body():
        async with Peer(mode) as peer:
            await ready.wait_for_health(peer.url, within=0.05)

    with pytest.raises(TargetConnectError) as caught:
        run(body())
    assert caught.value.code == "not-ready"


def test_nobody_there_is_told_when_the_time_is_over():
    with pytest.raises(TargetConnectError) as caught:
        run(ready.wait_for_health(closed_port(), within=0.05))
    assert caught.value.code == "not-ready"


def test_an_address_that_is_none_is_told_at_once():
    with pytest.raises(TargetConnectError) as caught:
        run(ready.wait_for_health("ftp://x", within=5))
    assert caught.value.code == "http-url"


@pytest.mark.parametrize("every", [False, True])
def test_revisions_are_asked_for_once_the_address_is_well(every):
    async def body():
        async with Peer("well-later") as health, Peer("healthy") as peer:
            readiness = ready.Readiness(url=health.url)
            server = Server("x", HttpTarget(peer.url), limits=LIMITS, ready=readiness)
            found = await find_revisions(server, every=every)
            return health.state.get("asked", 0), found.versions

    asked, versions = run(body())
    assert asked == 3
    assert versions
