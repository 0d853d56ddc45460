"""A replay over HTTP, without sockets: an ASGI application and a client that speaks to it."""

import asyncio
import json

from tests.recording.written import (
    OPENING,
    asks,
    calls,
    recording,
    replies,
    save,
    says,
    tells,
    text,
)

from mcptest.cli.main import run as mcptest
from mcptest.mock.http.guard import Guard
from mcptest.recording.replay.http import ReplayApplication
from mcptest.recording.replay.matching import Matching
from mcptest.recording.replay.player import Playbook, Timing

SESSION = b"Mcp-Session-Id"


class Exchange:
    """One request to the application; ``body`` grows as it answers."""

    def __init__(self, application, method="POST", body=b"", *, path="/mcp", **headers):
        self.status = None
        self.headers = {}
        self.body = b""
        self._incoming = asyncio.Queue()
        self._incoming.put_nowait({"type": "http.request", "body": body, "more_body": False})
        self.changed = asyncio.Event()
        given = {"host": "127.0.0.1:80", **headers}
        scope = {
            "method": method,
            "path": path,
            "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in given.items()],
        }
        self.task = asyncio.ensure_future(application(scope, self._incoming.get, self._send))

    async def _send(self, event):
        if event["type"] == "http.response.start":
            self.status, self.headers = event["status"], dict(event["headers"])
        self.body += event.get("body", b"")
        self.changed.set()

    async def until(self, part):
        async with asyncio.timeout(20):
            while part not in self.body:
                self.changed.clear()
                await self.changed.wait()
        return self

    def leave(self):
        self._incoming.put_nowait({"type": "http.disconnect"})

    async def done(self):
        await asyncio.wait_for(self.task, 20)
        return self


def application(*said):
    book = Playbook(recording(*said), Matching.STRICT, Timing.FAST)
    return ReplayApplication(book, Guard("127.0.0.1", 80))


def post(app, said, **headers):
    return Exchange(app, body=json.dumps(said[1]).encode(), **headers)


async def opened(app):
    asked = asks(0, "initialize", {"capabilities": {"elicitation": {}}})
    exchange = await post(app, asked).done()
    return {"mcp_session_id": exchange.headers[SESSION].decode()}


def test_a_session_is_opened_used_and_ended():
    async def main():
        app = application(*OPENING, calls(1, "t"), replies(1, text("x")))
        session = await opened(app)
        told = await post(app, tells("notifications/initialized"), **session).done()
        answered = await post(app, calls(5, "t"), **session).done()
        ended = await Exchange(app, "DELETE", **session).done()
        after = await post(app, calls(6, "t"), **session).done()
        assert [told.status, answered.status, ended.status, after.status] == [202, 200, 204, 404]
        assert json.loads(answered.body)["id"] == 5

    asyncio.run(main())


def test_events_come_before_the_answer_and_wait_for_the_client():
    async def main():
        app = application(
            *OPENING,
            calls(1, "t"),
            says("notifications/message"),
            says("elicitation/create", number="e"),
            ("client", {"jsonrpc": "2.0", "id": "e", "result": {}}),
            replies(1, text("x")),
        )
        session = await opened(app)
        call = await post(app, calls(5, "t"), **session).until(b"elicitation/create")
        assert not call.task.done()
        answer = ("client", {"jsonrpc": "2.0", "id": "e", "result": {}})
        assert (await post(app, answer, **session).done()).status == 202
        await call.done()
        assert b'"id":5' in call.body
        assert call.headers[b"content-type"] == b"text/event-stream"

    asyncio.run(main())


def test_what_belongs_to_no_request_comes_by_get():
    async def main():
        app = application(*OPENING, says("notifications/tools/list_changed"))
        session = await opened(app)
        stream = await Exchange(app, "GET", **session).until(b"open")
        await post(app, tells("notifications/initialized"), **session).done()
        await stream.until(b"list_changed")
        stream.leave()
        await stream.done()

    asyncio.run(main())


def test_requests_without_a_session_share_one():
    async def main():
        app = application(asks(1, "server/discover"), replies(1, {"a": 1}))
        for _ in range(2):
            found = await post(app, asks(3, "server/discover")).done()
            assert json.loads(found.body)["result"] == {"a": 1}

    asyncio.run(main())


def test_what_cannot_be_served_is_refused():
    async def main():
        app = application(*OPENING)
        evil = await post(app, OPENING[0], origin="http://evil.example").done()
        elsewhere = await Exchange(app, path="/other").done()
        nothing = await Exchange(app, "GET").done()
        garbage = await Exchange(app, body=b"{").done()
        unknown = await Exchange(app, "DELETE", mcp_session_id="x").done()
        found = [each.status for each in (evil, elsewhere, nothing, garbage, unknown)]
        assert found == [403, 404, 405, 400, 404]
        large = await Exchange(app, body=b"x" * (16 * 1024 * 1024 + 1)).done()
        assert large.status == 413

    asyncio.run(main())


def test_the_command_serves_at_an_address(tmp_path, monkeypatch, capsys):
    served = []
    monkeypatch.setattr(
        "mcptest.mock.http.listen.serve_application",
        lambda make, host, port: served.append((make(Guard(host, port)), host, port)),
    )
    path = save(tmp_path / "x.ndjson", recording(*OPENING))
    assert mcptest(["mock", "--from-recording", str(path), "--http", "0"]) == 0
    [(app, host, port)] = served
    assert isinstance(app, ReplayApplication)
    assert (host, port) == ("127.0.0.1", 0)
