"""HTTP+SSE of 2024-11-05: GET opens a stream that names the URL for POST."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from dataclasses import replace
from typing import Final

from mcptest.mock.envelope import IncomingMessage, MessageKind, read_message
from mcptest.mock.http.endpoint import PATH, HttpMock, Request, refused
from mcptest.mock.http.render import Rendered, event, messages_of, render
from mcptest.mock.overrides.draft import DraftReply
from mcptest.mock.server import MockConnection

MESSAGES: Final = f"{PATH}/messages/"
MOST_STREAMS: Final = 100


class Stream:
    """One client: its conversation, and what waits to be sent to it."""

    def __init__(self, connection: MockConnection) -> None:
        self.connection = connection
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue()


class EventStreams:
    """The open streams of a mock by the last part of their address."""

    def __init__(self, mock: HttpMock) -> None:
        self._mock = mock
        self._streams: dict[str, Stream] = {}

    def answer(self, request: Request) -> DraftReply:
        """What comes back, overrides applied; of a GET the opening of the stream."""
        incoming = IncomingMessage(MessageKind.NOTHING)
        if request.method == "POST":
            incoming = read_message(request.body)
        stream = self.stream_of(request)
        standing = None if stream is None else stream.connection.standing()
        healthy = self._healthy(request, incoming)
        return self._mock.server.book.apply(
            incoming, healthy, self._mock.side(request, healthy), standing
        )

    def _healthy(self, request: Request, incoming: IncomingMessage) -> DraftReply:
        if (words := self._mock.guard.refusal(request.headers)) is not None:
            return refused(403, words)
        if request.method == "GET" and request.path == PATH:
            return self._open()
        if request.path == PATH:
            return DraftReply(status=405, headers={"Allow": "GET"})
        stream = self.stream_of(request)
        if stream is None:
            return refused(404, f"open a stream with GET {PATH} first", incoming.id)
        if request.method != "POST":
            return DraftReply(status=405, headers={"Allow": "POST"})
        return DraftReply(stream.connection.reply(incoming), status=202)

    def _open(self) -> DraftReply:
        name = secrets.token_urlsafe(16)
        self._streams[name] = Stream(self._mock.server.connect())
        if len(self._streams) > MOST_STREAMS:
            self._streams.pop(next(iter(self._streams)))
        opening = f"event: endpoint\ndata: {MESSAGES}{name}\n\n".encode()
        return DraftReply(raw=opening, status=200, headers={"X-Stream": name}, sse=True)

    def stream_of(self, request: Request) -> Stream | None:
        return self._streams.get(request.path.removeprefix(MESSAGES))

    def opened(self, draft: DraftReply) -> Stream | None:
        """The stream that a GET opened; None where it was refused or made to be none."""
        name = draft.headers.get("X-Stream")
        opens = draft.status == 200 and draft.sse and draft.content_type is None  # noqa: PLR2004
        return self._streams.get(name) if opens and name is not None else None

    def forget(self, stream: Stream) -> None:
        for name in [name for name, known in self._streams.items() if known is stream]:
            del self._streams[name]

    def deliver(self, draft: DraftReply, stream: Stream) -> Rendered:
        """Put the answer on the stream; what remains is the response to the POST."""
        if draft.sse is not False and draft.status is not None and draft.status < 300:  # noqa: PLR2004
            later = draft.after if draft.pause_ms else ()
            for part in parts(replace(draft, after=()) if later else draft):
                stream.waiting.put_nowait(part)
            for message in later:
                delay = asyncio.get_running_loop().call_later
                delay(draft.pause_ms / 1000, stream.waiting.put_nowait, event(message))
            draft = DraftReply(status=draft.status, headers=draft.headers)
        return render(draft, {}, sse=False)


def parts(draft: DraftReply) -> list[bytes]:
    """The answer as events."""
    if draft.raw is not None:
        return [draft.raw]
    return [event(message) for message in messages_of(draft)]


async def next_part(waiting: asyncio.Queue[bytes | None], left: asyncio.Task[None]) -> bytes | None:
    """What is to be sent next; None at the end, or once the client is gone."""
    getting = asyncio.ensure_future(waiting.get())
    done, _ = await asyncio.wait({getting, left}, return_when=asyncio.FIRST_COMPLETED)
    if getting in done:
        return getting.result()
    getting.cancel()
    with suppress(asyncio.CancelledError):
        await getting
    return None
