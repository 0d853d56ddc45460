"""The official Python SDK as a peer, over both HTTP transports and in both eras."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from mcptest.model.spec_version import Era, SpecVersion
from mcptest.wire.limits import Limits
from mcptest.wire.reply import ReplyKind
from mcptest.wire.session import Session, open_session
from mcptest.wire.target import HttpTarget

pytestmark = pytest.mark.real

SERVER = """
import sys
from mcp.server import MCPServer
server = MCPServer("sdk")

@server.tool()
def add(a: int, b: int) -> int:
    "Add two numbers."
    return a + b

server.run(sys.argv[1], host="127.0.0.1", port=int(sys.argv[2]))
"""


@cache
def python_with_sdk() -> str:
    root = Path(__file__).parents[2] / ".real"
    asked = os.environ.get("MCPTEST_REAL_PYTHON")
    found = [str(path) for path in sorted(root.glob("**/bin/python"))]
    for python in [*([asked] if asked else []), *found, sys.executable]:
        tried = subprocess.run(
            [python, "-c", "from mcp.server import MCPServer"], capture_output=True, check=False
        )
        if tried.returncode == 0:
            return python
    pytest.skip("the mcp package, 2.x, is not installed")


def wait_for(port: int) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    pytest.fail("the server did not listen in time")


@pytest.fixture(scope="module", params=["streamable-http", "sse"])
def server(request: pytest.FixtureRequest) -> Iterator[tuple[str, str]]:
    python = python_with_sdk()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [python, "-c", SERVER, request.param, str(port)], stderr=subprocess.DEVNULL
    )
    try:
        wait_for(port)
        path = "mcp" if request.param == "streamable-http" else "sse"
        yield f"http://127.0.0.1:{port}/{path}", request.param
    finally:
        process.kill()
        process.wait(10)


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
    assert session.link.transport == transport
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
