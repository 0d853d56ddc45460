"""A tiny HTTP server on a bare socket whose modes break HTTP, event streams and MCP on purpose.

In a test: ``async with Peer("mode") as peer``. By hand: ``python http_peer.py --mode MODE``.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import ssl
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Self

JSON_TYPE = "application/json"
SSE_TYPE = "text/event-stream"


@dataclass
class Request:
    verb: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def message(self) -> dict:
        try:
            message = json.loads(self.body)
        except ValueError:
            return {}
        return message if isinstance(message, dict) else {}


def answer(request: Request, **changes) -> dict:
    """The healthy answer to a request of either era."""
    message = request.message
    results = {
        "initialize": {
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "http-peer", "version": "1"},
        },
        "server/discover": {
            "supportedVersions": ["2026-07-28"],
            "capabilities": {},
            "resultType": "complete",
            "ttlMs": 0,
            "cacheScope": "private",
        },
        "tools/list": {"tools": []},
        "tools/call": {"content": []},
    }
    result = results.get(message.get("method", ""), {})
    return {"jsonrpc": "2.0", "id": message.get("id"), "result": result} | changes


def text(value: object) -> bytes:
    return json.dumps(value).encode()


def head(status: int = 200, *, content_type: str = JSON_TYPE, **fields: object) -> bytes:
    lines = [f"HTTP/1.1 {status} Whatever"]
    if content_type:
        lines.append(f"Content-Type: {content_type}")
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def whole(body: bytes, status: int = 200, **fields: object) -> bytes:
    return head(status, Content_Length=len(body), **fields) + body


def event(value: object, *, id: str | None = None) -> bytes:  # noqa: A002
    line = f"id: {id}\n".encode() if id is not None else b""
    return line + b"data: " + (value if isinstance(value, bytes) else text(value)) + b"\n\n"


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


END = b"0\r\n\r\n"


@dataclass
class Wire:
    """What a mode may do with the connection."""

    writer: asyncio.StreamWriter
    peer: Peer
    ended: bool = False

    async def write(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def events(self, *parts: bytes, end: bool = True, **fields: object) -> None:
        """A chunked event stream, each part a chunk of its own."""
        await self.write(head(content_type=SSE_TYPE, Transfer_Encoding="chunked", **fields))
        for part in parts:
            await self.write(chunk(part))
        if end:
            await self.write(END)

    def end(self) -> None:
        self.ended = True

    def reset(self) -> None:
        self.writer.transport.abort()
        self.ended = True

    async def forever(self) -> None:
        await self.peer.stopping.wait()
        self.ended = True


Mode = Callable[[Request, Wire], Awaitable[None]]
MODES: dict[str, Mode] = {}


def mode(function: Mode) -> Mode:
    MODES[function.__name__.replace("_", "-")] = function
    return function


@dataclass
class Peer:
    """Serves one mode on a free port of loopback; remembers what it was asked."""

    mode: str | Mode = "healthy"
    tls: ssl.SSLContext | None = None
    port: int = 0
    requests: list[Request] = field(default_factory=list)
    connections: int = 0
    state: dict[str, object] = field(default_factory=dict)

    async def __aenter__(self) -> Self:
        self.stopping = asyncio.Event()
        self._tasks: set[asyncio.Task] = set()
        self._server = await asyncio.start_server(
            self._accept, "127.0.0.1", self.port, ssl=self.tls, limit=1 << 20
        )
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.stopping.set()
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def url(self) -> str:
        return f"{'https' if self.tls else 'http'}://127.0.0.1:{self.port}/mcp"

    def asked(self, verb: str) -> list[Request]:
        return [request for request in self.requests if request.verb == verb]

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self.connections += 1
        wire = Wire(writer, self)
        try:
            if self.mode == "reset-at-once":
                wire.reset()
            while not wire.ended:
                request = await _read(reader)
                self.requests.append(request)
                handle = MODES[self.mode] if isinstance(self.mode, str) else self.mode
                await handle(request, wire)
        except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            pass
        finally:
            self._tasks.discard(task)
            writer.close()


async def _read(reader: asyncio.StreamReader) -> Request:
    raw = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = raw.rstrip().split("\r\n")
    verb, path, _ = first.split(" ")
    pairs = (line.split(": ", 1) for line in lines)
    headers = {name.lower(): value for name, value in pairs}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Request(verb, path, headers, body)


@mode
async def healthy(request: Request, wire: Wire) -> None:
    """JSON replies, 202 for what needs none, no GET stream."""
    if request.verb != "POST":
        await wire.write(whole(b"", 405))
    elif "id" in request.message and "method" in request.message:
        await wire.write(whole(text(answer(request))))
    else:
        await wire.write(whole(b"", 202, content_type=""))


@mode
async def reset_at_once(request: Request, wire: Wire) -> None:
    """Reset by ``Peer`` before anything is read."""


@mode
async def sse(request: Request, wire: Wire) -> None:
    note = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": 1}}
    await wire.events(b": hello\n\n", event(note), event(answer(request)))


@mode
async def sse_split(request: Request, wire: Wire) -> None:
    stream = b"\xef\xbb\xbfid: 1\r\ndata: " + text(answer(request))[:1]
    stream += b"\r\ndata:" + text(answer(request))[1:] + b"\r\r"
    await wire.events(*(stream[at : at + 1] for at in range(len(stream))))


@mode
async def accept_only(request: Request, wire: Wire) -> None:
    await wire.forever()


@mode
async def body_drip(request: Request, wire: Wire) -> None:
    await wire.write(head(Content_Length=1000) + b"{")
    await wire.forever()


@mode
async def endless_body(request: Request, wire: Wire) -> None:
    await wire.write(head(Content_Length=10 << 30))
    await _flood(wire, b"\0" * 65536)


@mode
async def endless_chunks(request: Request, wire: Wire) -> None:
    await wire.write(head(Transfer_Encoding="chunked"))
    await _flood(wire, chunk(b"\0" * 65536))


async def _flood(wire: Wire, data: bytes) -> None:
    while not wire.peer.stopping.is_set():
        await wire.write(data)


@mode
async def gzip_bomb(request: Request, wire: Wire) -> None:
    await wire.write(whole(gzip.compress(b"\0" * (1 << 20)), Content_Encoding="gzip"))


@mode
async def bad_chunk(request: Request, wire: Wire) -> None:
    await wire.write(head(Transfer_Encoding="chunked") + b"ZZ\r\n{}\r\n" + END)


@mode
async def body_short(request: Request, wire: Wire) -> None:
    await wire.write(head(Content_Length=1000) + text(answer(request)))
    wire.end()


@mode
async def body_long(request: Request, wire: Wire) -> None:
    await wire.write(whole(text(answer(request))) + b"surplus")


@mode
async def chunks_long(request: Request, wire: Wire) -> None:
    await wire.write(head(Transfer_Encoding="chunked") + chunk(text(answer(request))) + END + b"x")


@mode
async def not_http(request: Request, wire: Wire) -> None:
    await wire.write(b"220 smtp.example ESMTP\r\n\r\n")
    wire.end()


@mode
async def headers_large(request: Request, wire: Wire) -> None:
    await wire.write(whole(b"", X="y" * (1 << 20)))


@mode
async def early_hints(request: Request, wire: Wire) -> None:
    await wire.write(b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + whole(text(answer(request))))


@mode
async def html_500(request: Request, wire: Wire) -> None:
    page = b"<html><style>b{}</style><h1>Oh\x1b[31m no</h1></html>"
    await wire.write(whole(page, 500, content_type="text/html"))


@mode
async def well_later(request: Request, wire: Wire) -> None:
    """Busy at first; the third request is answered."""
    wire.peer.state["asked"] = asked = int(str(wire.peer.state.get("asked", 0))) + 1
    await wire.write(whole(b"", 503 if asked < 3 else 200, content_type=""))


@mode
async def html_200(request: Request, wire: Wire) -> None:
    await wire.write(whole(b"<html>hi</html>", content_type="text/html; charset=utf-8"))


@mode
async def json_500(request: Request, wire: Wire) -> None:
    error = answer(request, error={"code": -32603, "message": "no"})
    del error["result"]
    await wire.write(whole(text(error), 500))


@mode
async def refused_400(request: Request, wire: Wire) -> None:
    error = {"jsonrpc": "2.0", "id": None, "error": {"code": -32020, "message": "header"}}
    await wire.write(whole(text(error), 400))


@mode
async def text_plain(request: Request, wire: Wire) -> None:
    await wire.write(whole(text(answer(request)), content_type="text/plain"))


@mode
async def accepted_only(request: Request, wire: Wire) -> None:
    await wire.write(whole(b"", 202, content_type=""))


@mode
async def not_json(request: Request, wire: Wire) -> None:
    await wire.write(whole(b"oops"))


@mode
async def broken_json(request: Request, wire: Wire) -> None:
    await wire.write(whole(b'{"id": 1,'))


@mode
async def other_id(request: Request, wire: Wire) -> None:
    await wire.write(whole(text(answer(request, id="other"))))


@mode
async def null_id_200(request: Request, wire: Wire) -> None:
    error = {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "parse"}}
    await wire.write(whole(text(error)))


@mode
async def unauthorized(request: Request, wire: Wire) -> None:
    challenge = 'Bearer resource_metadata="https://a.example/x"'
    await wire.write(whole(b"", 401, content_type="", WWW_Authenticate=challenge))


@mode
async def redirect(request: Request, wire: Wire) -> None:
    place = "http://u:secret@169.254.169.254/latest"
    await wire.write(whole(b"", 303, content_type="", Location=place))


@mode
async def odd_status(request: Request, wire: Wire) -> None:
    await wire.write(whole(b"", 799, content_type=""))


@mode
async def sse_silent(request: Request, wire: Wire) -> None:
    await wire.events(end=False)
    await wire.forever()


@mode
async def sse_closes(request: Request, wire: Wire) -> None:
    await wire.events(b": nothing\n\n")


@mode
async def sse_bad_json(request: Request, wire: Wire) -> None:
    await wire.events(event(b"{oops"), end=False)
    await wire.forever()


@mode
async def sse_big_event(request: Request, wire: Wire) -> None:
    await wire.events(b"data: ", end=False)
    await _flood(wire, chunk(b"x" * 65536))


@mode
async def sse_two_answers(request: Request, wire: Wire) -> None:
    await wire.events(event(answer(request)), event(answer(request)))


@mode
async def sse_other_id(request: Request, wire: Wire) -> None:
    await wire.events(event(answer(request, id="other")))


@mode
async def sse_stays_open(request: Request, wire: Wire) -> None:
    await wire.events(event(answer(request)), b"event: bye\ndata: 1\n\n", end=False)
    await wire.forever()


@mode
async def sse_answer_then_reset(request: Request, wire: Wire) -> None:
    await wire.events(event(answer(request)), b"data: {", end=False)
    await wire.write(b"ZZ\r\n")
    wire.end()


@mode
async def sse_resumes(request: Request, wire: Wire) -> None:
    """The POST stream ends after an id; the third GET has the answer."""
    state = wire.peer.state
    if request.verb == "POST":
        state["answer"] = answer(request)
        await wire.events(b"id: 0\nretry: 1\ndata:\n\n")
        return
    number = int(request.headers["last-event-id"]) + 1
    if number < 3:
        await wire.events(f"id: {number}\ndata:\n\n".encode())
    else:
        await wire.events(event(state["answer"], id=str(number)))


@mode
async def sse_resets_with_id(request: Request, wire: Wire) -> None:
    """The POST stream breaks in the middle; GET brings the answer."""
    if request.verb == "POST":
        wire.peer.state["answer"] = answer(request)
        await wire.events(event(b"", id="a"), end=False)
        wire.end()
    else:
        await wire.events(event(wire.peer.state["answer"], id="b"))


@mode
async def sse_resumed_stays_open(request: Request, wire: Wire) -> None:
    """The POST stream ends early; GET brings the answer, and stays open as a GET stream may."""
    if request.verb == "POST":
        wire.peer.state["answer"] = answer(request)
        await wire.events(event(b"", id="a"))
    else:
        await wire.events(event(wire.peer.state["answer"], id="b"), end=False)
        await wire.forever()


@mode
async def sse_never_resumes(request: Request, wire: Wire) -> None:
    await wire.events(event(b"", id="same"))


@mode
async def sse_refuses_resume(request: Request, wire: Wire) -> None:
    if request.verb == "GET":
        await wire.write(whole(b"", 405))
    else:
        await wire.events(event(b"", id="1"))


@mode
async def session(request: Request, wire: Wire) -> None:
    """Gives an id at initialize, wants it afterwards, ends it on DELETE."""
    if request.message.get("method") == "initialize":
        await wire.write(whole(text(answer(request)), mcp_session_id="s-1"))
    elif request.headers.get("mcp-session-id") != "s-1":
        await wire.write(whole(b"", 404))
    elif request.verb == "DELETE":
        await wire.write(whole(b"", 204, content_type=""))
    else:
        await healthy(request, wire)


@mode
async def session_lost(request: Request, wire: Wire) -> None:
    if request.message.get("method") == "initialize":
        await wire.write(whole(text(answer(request)), mcp_session_id="s-1"))
    else:
        await wire.write(whole(b"", 404))


@mode
async def session_lost_once(request: Request, wire: Wire) -> None:
    """Forgets its first session at the first call, and serves the second one."""
    method, state = request.message.get("method"), wire.peer.state
    if method == "initialize":
        state["begun"] = number = int(str(state.get("begun", 0))) + 1
        await wire.write(whole(text(answer(request)), mcp_session_id=f"s-{number}"))
    elif method == "tools/call" and state["begun"] == 1:
        await wire.write(whole(b"", 404))
    else:
        await healthy(request, wire)


@mode
async def session_odd(request: Request, wire: Wire) -> None:
    await wire.write(whole(text(answer(request)), mcp_session_id="a b\xff"))


@mode
async def asks_back(request: Request, wire: Wire) -> None:
    """Asks for roots on the stream and waits for the answer before it answers."""
    message = request.message
    arrived = wire.peer.state.setdefault("arrived", asyncio.Event())
    assert isinstance(arrived, asyncio.Event)
    if "method" not in message:
        wire.peer.state["answer"] = message
        arrived.set()
        await wire.write(whole(b"", 202, content_type=""))
        return
    asked = {"jsonrpc": "2.0", "id": "q", "method": "roots/list"}
    await wire.events(event(asked), end=False)
    await arrived.wait()
    await wire.write(chunk(event(answer(request))) + END)


@mode
async def listening(request: Request, wire: Wire) -> None:
    """A GET stream with one notification; it ends once and is taken up again."""
    if request.verb != "GET":
        await healthy(request, wire)
        return
    note = {"jsonrpc": "2.0", "method": f"notifications/n{len(wire.peer.asked('GET'))}"}
    await wire.events(b"event: odd\ndata: x\n\nretry: 1\n" + event(note, id="g1"), end=False)
    if "last-event-id" in request.headers:
        await wire.forever()
    else:
        await wire.write(END)


@mode
async def legacy(request: Request, wire: Wire) -> None:
    """HTTP+SSE: answers go to the stream that GET opened."""
    state = wire.peer.state
    if request.verb == "GET":
        stream: asyncio.Queue[bytes] = asyncio.Queue()
        state["stream"] = stream
        endpoint = state.get("endpoint", "/messages?id=1")
        await wire.events(f"event: endpoint\ndata: {endpoint}\n\n".encode(), end=False)
        while data := await stream.get():
            await wire.write(chunk(data))
        await wire.write(END)
        return
    if not request.path.startswith("/messages"):
        await wire.write(whole(b"", 404))
        return
    stream = state["stream"]
    await wire.write(whole(b"Accepted", 202, content_type="text/plain"))
    for part in state.get("before", []):
        stream.put_nowait(part)
    if "id" in request.message and not state.get("mute"):
        stream.put_nowait(event(answer(request)))


async def _main(arguments: argparse.Namespace) -> None:
    async with Peer(arguments.mode, port=arguments.port) as peer:
        print(peer.url, flush=True)  # noqa: T201
        await asyncio.Event().wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", choices=sorted(MODES), default="healthy")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        sys.stdout.write("\n".join(sorted(MODES)) + "\n")
    else:
        asyncio.run(_main(options))
