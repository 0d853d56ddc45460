"""Frames of an HTTP session: one per request, and one per response or event."""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterator
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from mcptest.model.json import JsonObject
from mcptest.model.secret_names import names_a_secret
from mcptest.recording.format.content import FrameContent, content_of
from mcptest.recording.format.frame import RecordedFrame, Sender
from mcptest.recording.format.redact import FrameRedactor
from mcptest.recording.proxy.http_reader import HttpHead, HttpPiece, HttpReader, PieceKind
from mcptest.recording.proxy.http_sessions import HttpSessions
from mcptest.recording.proxy.stdio_frames import LARGEST, MISSED
from mcptest.recording.proxy.tap import Kind, Parcel
from mcptest.wire.http.event_stream import Event, EventReader

_PLACE: Final = "http://server"
_ENCODED: Final = "the body is compressed in a way that cannot be read, and is not recorded"
_CUT: Final = "the event stream ended inside an event, which is left out"
_TOO_LONG: Final = "an event is larger than 64 MiB; it and the rest of its stream are left out"


class _Message:
    """A request or a response on its way: head, then body."""

    def __init__(self, head: HttpHead, stream: str, session: str) -> None:
        self.head = head
        self.stream = stream
        self.session = session
        self.body = bytearray()
        self.too_long = False
        self.incomplete = False
        self.events: EventReader | None = None
        encoding = head.get("content-encoding").strip().lower()
        self._unpack = zlib.decompressobj(47) if encoding in {"gzip", "deflate"} else None
        self.unreadable = encoding not in {"", "identity", "gzip", "deflate"}

    def take(self, data: bytes) -> bytes:
        """The bytes as their writer meant them."""
        if self._unpack is None or self.unreadable:
            return data
        try:
            return self._unpack.decompress(data)
        except zlib.error:
            self.unreadable = True
            return b""


class _Connection:
    """The two directions of one connection, and the requests that wait for their response."""

    def __init__(self) -> None:
        self.methods: deque[str] = deque()
        self.readers = {Kind.CLIENT: HttpReader(), Kind.SERVER: HttpReader(self.methods)}
        self.open: dict[Kind, _Message] = {}
        self.asked: deque[_Message] = deque()


class HttpFrames:
    """Every connection that passed the proxy, as frames by session."""

    def __init__(self, part: str, begun: float, redactor: FrameRedactor) -> None:
        self._begun = begun
        self._redactor = redactor
        self._sessions = HttpSessions(part)
        self._connections: dict[int, _Connection] = {}
        self._streams = 0
        self._at = 0.0

    def feed(self, parcel: Parcel) -> Iterator[RecordedFrame]:
        self._at = (parcel.at - self._begun) * 1000
        if parcel.kind in (Kind.CLIENT, Kind.SERVER):
            connection = self._connections.setdefault(parcel.channel, _Connection())
            for piece in connection.readers[parcel.kind].feed(parcel.data):
                yield from self._piece(connection, parcel.kind, piece)
        elif parcel.kind is Kind.CLOSED:
            yield from self._close(self._connections.pop(parcel.channel, None))
        elif parcel.kind is Kind.NOTE:
            code, _, text = parcel.data.decode().partition("\n")
            yield self._note(code, text)
        else:
            yield self._note("frames-missing", MISSED)

    def finish(self) -> Iterator[RecordedFrame]:
        for connection in list(self._connections.values()):
            yield from self._close(connection)

    def _close(self, connection: _Connection | None) -> Iterator[RecordedFrame]:
        for kind, reader in connection.readers.items() if connection else ():
            for piece in reader.finish():
                yield from self._piece(connection, kind, piece)  # type: ignore[arg-type]

    def _piece(
        self, connection: _Connection, kind: Kind, piece: HttpPiece
    ) -> Iterator[RecordedFrame]:
        if piece.kind is PieceKind.HEAD and piece.head is not None:
            message = self._begin(connection, kind, piece.head)
            connection.open[kind] = message
            if "text/event-stream" in message.head.get("content-type") and kind is Kind.SERVER:
                message.events = EventReader(LARGEST)
                yield self._frame(message, "server", FrameContent())
            return
        current = connection.open.get(kind)
        if piece.kind is PieceKind.UNREADABLE:
            content = content_of(piece.raw, self._redactor)
            yield self._loose("client" if kind is Kind.CLIENT else "server", content)
        elif current is not None and piece.kind is PieceKind.BODY:
            yield from self._body(current, current.take(piece.data))
        elif current is not None:
            del connection.open[kind]
            current.incomplete = piece.kind is PieceKind.CUT
            yield from self._complete(current, kind)

    def _begin(self, connection: _Connection, kind: Kind, head: HttpHead) -> _Message:
        if kind is Kind.CLIENT:
            self._streams += 1
            message = _Message(head, f"http-{self._streams}", self._sessions.of_request(head))
            connection.methods.append(head.method)
            connection.asked.append(message)
            return message
        request = connection.asked.popleft() if connection.asked else None
        if request is None:
            return _Message(head, f"http-{self._streams}", self._sessions.any())
        if 100 <= head.status < 200:  # noqa: PLR2004
            connection.asked.appendleft(request)
        session = self._sessions.of_response(head, request.session)
        return _Message(head, request.stream, session)

    def _body(self, message: _Message, data: bytes) -> Iterator[RecordedFrame]:
        if message.events is not None and not message.unreadable:
            for event in message.events.feed(data):
                yield self._event(message, event)
        elif len(message.body) + len(data) <= LARGEST:
            message.body += data
        else:
            message.too_long = True

    def _event(self, message: _Message, event: Event) -> RecordedFrame:
        facts: JsonObject = {}
        if event.name != "message":
            facts["name"] = event.name
        if event.id is not None:
            facts["id"] = self._redactor.text(event.id)
        if event.retry is not None:
            facts["retry"] = event.retry
        if event.name == "endpoint" and event.data:
            path = event.data.decode("utf-8", "replace")
            self._sessions.endpoint(path, message.session)
            content = FrameContent(text=self._path(path))
        else:
            content = content_of(event.data, self._redactor) if event.data else FrameContent()
        return self._frame(message, "server", content, event=facts or {"name": "message"})

    def _complete(self, message: _Message, kind: Kind) -> Iterator[RecordedFrame]:
        if message.events is not None and not message.unreadable:
            yield from self._end_of_events(message, message.events)
            return
        sender: Sender = "client" if kind is Kind.CLIENT else "server"
        content, code = FrameContent(), None
        if message.unreadable:
            content, code = FrameContent(text=_ENCODED), "body-encoded"
        elif message.too_long:
            code = "body-too-long"
        elif message.body:
            content = content_of(bytes(message.body), self._redactor)
        if isinstance(content.message, dict) and content.message.get("method") == "initialize":
            message.session = self._sessions.initialize(message.session)
        if message.incomplete and code is None:
            code = "body-incomplete"
        yield self._frame(message, sender, content, code=code)

    def _end_of_events(self, message: _Message, events: EventReader) -> Iterator[RecordedFrame]:
        if events.overflowed:
            yield self._note("body-too-long", _TOO_LONG, message)
        elif events.unfinished:
            yield self._note("event-incomplete", _CUT, message)

    def _frame(
        self,
        message: _Message,
        sender: Sender,
        content: FrameContent,
        *,
        event: JsonObject | None = None,
        code: str | None = None,
    ) -> RecordedFrame:
        return RecordedFrame(
            at=self._at,
            session=message.session,
            sender=sender,
            stream=message.stream,
            message=content.message,
            text=content.text,
            data=content.data,
            code=code,
            http=None if event else self._facts(message.head, sender),
            event=event,
        )

    def _facts(self, head: HttpHead, sender: Sender) -> JsonObject:
        headers = self._redactor.headers(head.headers)
        if sender == "client":
            return {"method": head.method, "path": self._path(head.path), "headers": headers}
        return {"status": head.status, "headers": headers}

    def _path(self, path: str) -> str:
        """Without what its query says under the name of a secret."""
        query = parse_qsl(urlsplit(path).query)
        self._redactor.learn(value for name, value in query if names_a_secret(name))
        if path.startswith("/"):
            return self._redactor.text(_PLACE + path).removeprefix(_PLACE)
        return self._redactor.text(path)

    def _loose(self, sender: Sender, content: FrameContent) -> RecordedFrame:
        return RecordedFrame(
            at=self._at,
            session=self._sessions.any(),
            sender=sender,
            stream="",
            text=content.text,
            data=content.data,
            message=content.message,
            code="not-http",
        )

    def _note(self, code: str, text: str, message: _Message | None = None) -> RecordedFrame:
        return RecordedFrame(
            at=self._at,
            session=message.session if message else self._sessions.any(),
            sender="mcptest",
            stream=message.stream if message else "",
            note=self._redactor.text(text),
            code=code,
        )
