"""Objects shaped as the SDKs shape theirs; the SDKs themselves are in tests/real."""

import asyncio
import json
import sys
from contextlib import asynccontextmanager
from types import ModuleType, SimpleNamespace

import pytest

import mcptest


class Lowlevel:
    """Answers every request with the number of what it got, as the SDK's server would be run."""

    def create_initialization_options(self):
        return "options"

    async def run(self, read, write, options):
        assert options == "options"
        async for line in read:
            message = json.loads(line)
            if "id" not in message:
                continue
            result = {"echo": message["method"], "text": "ü"}
            if message["method"] == "initialize":
                result = {
                    "protocolVersion": message["params"]["protocolVersion"],
                    "capabilities": {},
                    "serverInfo": {"name": "fake", "version": "1"},
                }
            answer = {"jsonrpc": "2.0", "id": message["id"], "result": result}
            await write.write(json.dumps(answer, ensure_ascii=False) + "\n")
            await write.flush()


@pytest.fixture(autouse=True)
def sdk(monkeypatch):
    """A stand-in for ``mcp.server.stdio``."""

    @asynccontextmanager
    async def stdio_server(stdin, stdout):
        yield stdin, stdout

    stdio = ModuleType("mcp.server.stdio")
    stdio.stdio_server = stdio_server
    for name in ("mcp", "mcp.server"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, "mcp.server.stdio", stdio)


@pytest.mark.parametrize(
    "server",
    [
        Lowlevel(),
        SimpleNamespace(_mcp_server=Lowlevel(), run=print),
        SimpleNamespace(_lowlevel_server=Lowlevel(), run=print),
    ],
    ids=["Server", "FastMCP", "MCPServer"],
)
def test_a_server_object_is_served_in_this_process(server):
    with mcptest.Client(server) as mcp:
        assert mcp.info["name"] == "fake"
        assert mcp.request("any/method").result == {"echo": "any/method", "text": "ü"}


def test_the_lifespan_of_a_fastmcp_is_entered_around_the_run():
    seen = []

    @asynccontextmanager
    async def lifespan():
        seen.append("begun")
        yield
        seen.append("ended")

    server = SimpleNamespace(_mcp_server=Lowlevel(), _lifespan_manager=lifespan)

    async def talk():
        async with mcptest.AsyncClient(server) as mcp:
            await mcp.request("any/method")
            assert seen == ["begun"]

    asyncio.run(talk())
    assert seen == ["begun", "ended"]
