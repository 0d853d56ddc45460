"""The mock's endpoint as an ASGI application: read within limits, send one response."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, TypeAlias

from mcptest.mock.envelope import IncomingMessage, MessageKind, read_message
from mcptest.mock.http.endpoint import HttpMock, Request, refused
from mcptest.mock.http.held import HeldStream, HeldStreams
from mcptest.mock.http.render import Rendered, render
from mcptest.mock.http.sse import EventStreams, Stream, next_part
from mcptest.mock.overrides.draft import DraftReply
from mcptest.model.spec_version import SpecVersion

MOST_BODY: Final = 16 * 1024 * 1024
READ_SECONDS: Final = 30.0
SHOUTED: Final = "mcptest.shouted"
PADDED: Final = "mcptest.padded"
Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Application:
    """Serves one mock; ``end`` is what an ``exit`` override calls.

    ``by_sse`` keeps the transport of 2024-11-05 for a newer handshake revision.
    """

    def __init__(self, mock: HttpMock, end: Callable[[int], None], *, by_sse: bool = False) -> None:
        self._mock = mock
        self._end = end
        oldest = mock.server.handshakes == (SpecVersion.V2024_11_05,)
        older = (oldest or by_sse) and not mock.server.stateless
        self._streams = EventStreams(mock) if older else None
        self._held = HeldStreams()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_of(scope["headers"])
        try:
            read = await self._read(scope, headers, receive)
        except ConnectionError:
            return
        draft = read if isinstance(read, DraftReply) else self._answer(read)
        if await _wait(draft, receive):
            return
        if draft.exit is not None:
            self._end(draft.exit)
            return
        self._held.tell(draft.told)
        if self._streams is None or isinstance(read, DraftReply):
            rendered = render(draft, headers, sse=self._mock.server.definition.sse)
            if not rendered.hold or isinstance(read, DraftReply):
                await _send(rendered, receive, send)
                return
            with self._held.hold(_message_of(read), read.method) as stream:
                await _send(rendered, receive, send, stream)
        else:
            await self._send_by_stream(draft, read, receive, send)

    def _answer(self, request: Request) -> DraftReply:
        return (self._streams or self._mock).answer(request)

    async def _send_by_stream(
        self, draft: DraftReply, request: Request, receive: Receive, send: Send
    ) -> None:
        assert self._streams is not None
        opened = self._streams.opened(draft) if request.method == "GET" else None
        asked = self._streams.stream_of(request) if request.method == "POST" else None
        if opened is not None:
            await _keep_open(render(draft, {}, sse=True), opened, receive, send)
            self._streams.forget(opened)
        elif asked is not None:
            await _send(self._streams.deliver(draft, asked), receive, send)
        else:
            await _send(render(draft, request.headers, sse=False), receive, send)

    async def _read(
        self, scope: Scope, headers: dict[str, str], receive: Receive
    ) -> Request | DraftReply:
        # A stranger's body is not even read, unless a broken server is asked for.
        if self._mock.server.book.is_empty:
            words = self._mock.guard.refusal(headers)
            if words is not None:
                return refused(403, words)
        try:
            body = await asyncio.wait_for(read_body(receive), READ_SECONDS)
        except TimeoutError:
            return refused(408, "timed out while reading the body")
        if body is None:
            return refused(413, f"the body is larger than {MOST_BODY} bytes")
        query = scope.get("query_string", b"").decode("latin-1")
        written = scope.get("state", {})
        shouted, padded = (written.get(key, frozenset()) for key in (SHOUTED, PADDED))
        return Request(scope["method"], scope["path"], headers, body, query, shouted, padded)


def _message_of(request: Request) -> IncomingMessage:
    if request.method == "POST":
        return read_message(request.body)
    return IncomingMessage(MessageKind.NOTHING)


def headers_of(pairs: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """By lower-case name; one that is sent twice is joined, so that it equals nothing."""
    headers: dict[str, str] = {}
    for raw_name, raw_value in pairs:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1").strip()
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


async def read_body(receive: Receive) -> bytes | None:
    """The body; None past the limit.

    Raises: ConnectionError where the client went away.
    """
    body = bytearray()
    more = True
    while more:
        event = await receive()
        if event["type"] == "http.disconnect":
            raise ConnectionError
        body += event.get("body", b"")
        if len(body) > MOST_BODY:
            return None
        more = event.get("more_body", False)
    return bytes(body)


async def _wait(draft: DraftReply, receive: Receive) -> bool:
    """Hold the answer back as long as it asks; whether the client left before."""
    if draft.exit is None and draft.silent:
        seconds = None
    elif draft.delay_ms:
        seconds = draft.delay_ms / 1000
    else:
        return False
    return await _has_left(receive, seconds)


async def _has_left(receive: Receive, seconds: float | None) -> bool:
    try:
        await asyncio.wait_for(until_left(receive), seconds)
    except TimeoutError:
        return False
    return True


async def until_left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send(
    rendered: Rendered, receive: Receive, send: Send, held: HeldStream | None = None
) -> None:
    start = {"type": "http.response.start", "status": rendered.status}
    await send({**start, "headers": list(rendered.headers)})
    more = bool(rendered.later) or rendered.hold
    await send({"type": "http.response.body", "body": rendered.body, "more_body": more})
    if rendered.later and await _has_left(receive, rendered.pause_ms / 1000):
        return
    if rendered.hold:
        await send({"type": "http.response.body", "body": rendered.later, "more_body": True})
        await _hold(held, receive, send)
    elif more:
        await send({"type": "http.response.body", "body": rendered.later})


async def _hold(held: HeldStream | None, receive: Receive, send: Send) -> None:
    """Send what other requests put on the stream, until the client leaves."""
    if held is None:
        await until_left(receive)
        return
    left = asyncio.ensure_future(until_left(receive))
    try:
        while (part := await next_part(held.waiting, left)) is not None:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        left.cancel()


async def _keep_open(rendered: Rendered, stream: Stream, receive: Receive, send: Send) -> None:
    """Send the opening, then whatever is put on the stream, until the client leaves."""
    headers = [(name, value) for name, value in rendered.headers if name != b"Content-Length"]
    await send({"type": "http.response.start", "status": rendered.status, "headers": headers})
    part: bytes | None = rendered.body
    left = asyncio.ensure_future(until_left(receive))
    try:
        while part is not None:
            await send({"type": "http.response.body", "body": part, "more_body": True})
            part = await next_part(stream.waiting, left)
    finally:
        left.cancel()
