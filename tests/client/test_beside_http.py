"""``mock --judge`` over HTTP, inside this process: what is heard, and whose it is."""

import asyncio
import json

import httpx2
import pytest
from tests.client.test_mock_judge import LISTING, OPENING, READY, RECORDS

from mcptest.cli.client.judging import judge_client
from mcptest.cli.output.reports import Output
from mcptest.client.beside import Listening
from mcptest.client.beside_http import TappedApplication
from mcptest.mock.http.guard import Guard
from mcptest.mock.http.listen import mock_application
from mcptest.mock.manifest.load import load_definition
from mcptest.mock.server import MockServer
from mcptest.model.spec_version import SpecVersion

URL = "http://127.0.0.1:8000/mcp"
ACCEPT = {"Accept": "application/json, text/event-stream"}
AGREED = {"MCP-Protocol-Version": "2025-11-25"}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "tester", "version": "1"},
}


def served(version=None):
    """An application with a mock in it, and what listens to it."""
    listening = Listening("http")
    server = MockServer(load_definition(RECORDS), version=version)
    return TappedApplication(
        mock_application(server, Guard("127.0.0.1", 8000)), listening
    ), listening


def judged(talk, capsys, version=None):
    """The exit code and the rules that a client broke; ``talk`` is the client."""
    application, listening = served(version)

    async def whole():
        transport = httpx2.ASGITransport(application)
        async with httpx2.AsyncClient(transport=transport, headers=ACCEPT) as client:
            await talk(client)

    asyncio.run(whole())
    code = judge_client(listening, Output.of("json", (), no_color=True))
    found = json.loads(capsys.readouterr().out)
    return code, {finding["id"] for case in found["cases"] for finding in case["findings"]}


async def opened(client):
    """The headers of a new session."""
    response = await client.post(URL, json=OPENING)
    named = {"Mcp-Session-Id": response.headers["Mcp-Session-Id"], **AGREED}
    await client.post(URL, json=READY, headers=named)
    return named


async def right(client):
    named = await opened(client)
    await client.post(URL, json=LISTING, headers=named)
    await client.get(URL, headers=named)
    await client.delete(URL, headers=named)


async def without_a_version(client):
    named = await opened(client)
    del named["MCP-Protocol-Version"]
    await client.post(URL, json=LISTING, headers=named)


async def with_an_id_again(client):
    named = await opened(client)
    for _ in range(2):
        await client.post(URL, json=LISTING, headers=named)


async def repeating_what_was_refused(client):
    refused = await client.post(URL, json=OPENING, headers={"Origin": "http://example.com"})
    assert refused.status_code == 403
    await right(client)


async def in_two_sessions(client):
    first, second = await asyncio.gather(opened(client), opened(client))
    await client.post(URL, json=LISTING, headers=first)
    await client.post(URL, json=LISTING, headers=second)


async def saying_nothing_readable(client):
    named = await opened(client)
    await client.post(URL, content=b"{", headers={**named, "Content-Type": "application/json"})


@pytest.mark.parametrize(
    ("talk", "broken"),
    [
        (right, set()),
        (repeating_what_was_refused, set()),
        (in_two_sessions, set()),
        (without_a_version, {"CLIENT-086"}),
        (with_an_id_again, {"CLIENT-003"}),
        (saying_nothing_readable, {"CLIENT-007"}),
    ],
)
def test_a_client_is_judged_beside_a_mock_over_http(talk, broken, capsys):
    code, found = judged(talk, capsys)
    assert found == broken
    assert code == (1 if broken else 0)


def test_a_client_without_sessions_is_judged_by_its_own_revision(capsys):
    async def talk(client):
        asked = {**LISTING, "params": {"_meta": META}}
        named = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"}
        await client.post(URL, json=asked, headers=named)
        await client.post(URL, json={**asked, "id": 3}, headers={**named, "Mcp-Method": "x"})

    code, found = judged(talk, capsys, SpecVersion.V2026_07_28)
    assert (code, found) == (1, {"CLIENT-103"})


def test_two_clients_of_http_and_sse_are_told_apart():
    application, listening = served(SpecVersion.V2024_11_05)

    async def session():
        async with Stream(application) as stream:
            for message in (OPENING, READY, LISTING):
                await stream.post(message)

    async def both():
        async with asyncio.timeout(20):
            await asyncio.gather(session(), session())

    asyncio.run(both())
    for kind, amount in (("heard", 3), ("told", 2)):
        entries = listening.log.of(kind)
        for number in (1, 2):
            assert sum(entry["conversation"] == number for entry in entries) == amount


class Stream:
    """The stream of HTTP+SSE by hand: an ASGI client of httpx waits for the end of a response."""

    def __init__(self, application):
        self._application = application
        self._events = asyncio.Queue()
        self._left = asyncio.Event()

    async def __aenter__(self):
        self._task = asyncio.ensure_future(self._get())
        self.path = await self._data()
        return self

    async def __aexit__(self, *_):
        self._left.set()
        await self._task

    async def post(self, message):
        response = httpx2.ASGITransport(self._application)
        async with httpx2.AsyncClient(transport=response) as client:
            await client.post(f"http://127.0.0.1:8000{self.path}", json=message)
        if "id" in message:
            assert json.loads(await self._data())["id"] == message["id"]

    async def _data(self):
        text = await self._events.get()
        [line] = [line for line in text.splitlines() if line.startswith("data:")]
        return line.removeprefix("data:").strip()

    async def _get(self):
        asked = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive():
            if asked:
                return asked.pop()
            await self._left.wait()
            return {"type": "http.disconnect"}

        async def send(event):
            if event.get("body"):
                self._events.put_nowait(event["body"].decode())

        scope = {
            "type": "http",
            "method": "GET",
            "path": "/mcp",
            "query_string": b"",
            "headers": [(b"host", b"127.0.0.1:8000"), (b"accept", b"text/event-stream")],
        }
        await self._application(scope, receive, send)
