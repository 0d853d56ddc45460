"""The page's application in this process: requests in, responses out, no socket and no browser."""

import asyncio
import json
import os
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.ui.asking_server import asking

from mcptest.mcp_server.workspace import Workspace
from mcptest.suite.load import ServerSpec
from mcptest.ui.application import PageApplication
from mcptest.ui.door import Door
from mcptest.ui.hub import Hub
from mcptest.ui.offered import OfferedServer
from mcptest.wire.target import MemoryTarget, StdioTarget

TINY = (sys.executable, str(Path(__file__).parents[1] / "servers" / "tiny.py"))
PORT = 4321
LIMIT = 20  # seconds for anything that a test waits for


def stdio(name, *command, **more):
    spec = ServerSpec(name=name, target=StdioTarget(tuple(command)), **more)
    return OfferedServer(name, spec, (), tuple(command))


def memory(name, serve, **more):
    return OfferedServer(name, ServerSpec(name=name, target=MemoryTarget(serve), **more))


class Response:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)


class PageClient:
    """What a browser would send, and everything that it could send wrongly."""

    def __init__(self, hub):
        self.hub = hub
        self.door = Door(PORT, "secret-token")
        self.application = PageApplication(hub, self.door)

    @property
    def headers(self):
        return {
            "host": self.door.host,
            "origin": self.door.origin,
            "sec-fetch-site": "same-origin",
            "x-mcptest-token": self.door.token,
        }

    async def ask(self, method, path, body=b"", headers=None):
        sent = []
        scope = {
            "method": method,
            "path": path,
            "headers": [(name.encode(), value.encode()) for name, value in (headers or {}).items()],
        }
        events = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive():
            return events.pop(0) if events else await asyncio.Event().wait()

        async def send(event):
            sent.append(event)

        await self.application(scope, receive, send)
        found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return Response(sent[0]["status"], found, b"".join(e["body"] for e in sent[1:]))

    async def get(self, path, **more):
        return await self.ask("GET", path, headers={**self.headers, **more})

    async def do(self, action, /, **request):
        """The value of an action, or its error."""
        headers = {**self.headers, "content-type": "application/json"}
        body = json.dumps(request).encode()
        response = await self.ask("POST", f"/api/do/{action}", body, headers)
        assert response.status == 200, response.body
        return response.json

    async def value(self, action, /, **request):
        told = await self.do(action, **request)
        assert "error" not in told, told
        return told["value"]

    async def error(self, action, /, **request):
        told = await self.do(action, **request)
        assert "value" not in told, told
        return told["error"]

    async def call(self, server, method="tools/call", **params):
        """Make a call and wait for its end."""
        started = await self.value("request", server=server, method=method, params=params)
        return await self.ended(started["number"])

    async def ended(self, number):
        await self.until(lambda: self.hub.calls.kept[number].status != "running")
        return await self.value("call", call=number)

    async def job(self, number):
        await self.until(lambda: self.hub.jobs.kept[number].state != "running")
        return await self.value("job", job=number)

    async def until(self, holds):
        """Wait until something was said that makes it true."""
        async with asyncio.timeout(LIMIT):
            while not holds():
                await self.hub.feed.wait(self.hub.feed.last, 0.05)


@asynccontextmanager
async def serving(folder, *offered):
    client = PageClient(Hub(offered, Workspace(folder), os.environ))
    try:
        yield client
    finally:
        await client.hub.close()


@pytest.fixture
def page(tmp_path):
    """Run a coroutine function with a page on two servers: tiny (stdio) and asking (in memory)."""

    def run(test, *offered):
        async def whole():
            servers = offered or (stdio("tiny", *TINY), memory("asking", asking))
            async with serving(tmp_path, *servers) as client:
                return await test(client)

        return asyncio.run(whole())

    return run
