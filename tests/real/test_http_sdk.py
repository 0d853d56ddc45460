"""The official Python SDK as a peer, over both HTTP transports and in both eras."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from tests.real.conftest import free_port, listening
from tests.real.servers import python_sdk, served

from mcptest.model.spec_version import Era, SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.session import Session, open_session
from mcptest.wire.target import HttpTarget

pytestmark = pytest.mark.real


@pytest.fixture(scope="module", params=["mcp 2.x", "mcp 2.x by HTTP+SSE"])
def server(request: pytest.FixtureRequest) -> Iterator[tuple[str, str]]:
    with served(request.param) as url:
        yield url, "sse" if "SSE" in request.param else "streamable-http"


async def exercise(url: str, version: SpecVersion | None) -> Session:
    session = await open_session(HttpTarget(url), version=version, limits=Limits(timeout=10))
    try:
        listing = await session.list_all("tools")
        assert [tool["name"] for tool in listing.items] == ["add"]
        reply = await session.request("tools/call", {"name": "add", "arguments": {"a": 2, "b": 3}})
        assert reply.kind is ReplyKind.ANSWERED
        assert reply.result["structuredContent"] == {"result": 5}
        assert session.alive()
    finally:
        await session.close()
    assert not session.transcript.problems
    return session


def test_the_handshake_era_works_and_its_transport_is_found(server: tuple[str, str]):
    url, transport = server
    session = asyncio.run(exercise(url, None))
    assert session.link.transport.name == transport
    assert session.era is Era.HANDSHAKE


def test_the_stateless_era_works(server: tuple[str, str]):
    url, transport = server
    if transport == "sse":
        pytest.skip("this transport ended before the stateless era")
    assert asyncio.run(exercise(url, SpecVersion.V2026_07_28)).era is Era.STATELESS


def test_probes_show_what_the_transport_does(server: tuple[str, str]):
    url, transport = server
    if transport == "sse":
        pytest.skip("sessions belong to Streamable HTTP")

    async def body() -> None:
        session = await open_session(HttpTarget(url), limits=Limits(timeout=10))
        link = session.link
        try:
            assert (await link.open_stream()).kind is ReplyKind.ACCEPTED
            assert (await link.send("PUT")).http.status == 405
            foreign = {"Origin": "http://evil.example"}
            assert (await session.request("ping", headers=foreign)).http.status == 403
            lost = await session.request("ping", headers={"Mcp-Session-Id": "made-up"})
            assert (lost.kind, lost.http.status) == (ReplyKind.REFUSED, 404)
            assert session.alive()
        finally:
            await session.close()

    asyncio.run(body())


@pytest.mark.parametrize("environment", ["py1", "py2"])
def test_what_a_tool_asks_outside_of_its_call_is_answered(environment: str):
    port = free_port()
    command = python_sdk(environment, "streamable-http", str(port), "asking")
    client = ClientSide({"roots": {}}, {"roots/list": {"roots": [{"uri": "file:///a"}]}})

    async def body() -> Reply:
        target = HttpTarget(f"http://127.0.0.1:{port}/mcp")
        session = await open_session(target, limits=Limits(timeout=10), client=client)
        try:
            return await session.request("tools/call", {"name": "where", "arguments": {}})
        finally:
            await session.close()

    with listening(command, port):
        reply = asyncio.run(body())
    assert reply.result["content"] == [{"type": "text", "text": "file:///a"}]
