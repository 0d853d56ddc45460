"""A small HTTP/1.1 server that shows every request and lets a scenario shape every response."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, TypeAlias

import h11

from mcptest.mock.serve import LOOPBACK

MOST_BODY: Final = 16 * 1024 * 1024
MOST_HEADERS: Final = 64 * 1024
_CHUNK: Final = 64 * 1024
HeaderPairs: TypeAlias = Sequence[tuple[str, str]]
Handle: TypeAlias = Callable[["HttpRequest"], Awaitable[None]]


class HttpRequest:
    """One request, and the response to it."""

    def __init__(self, connection: _ClientConnection, head: h11.Request, body: bytes) -> None:
        self.method = head.method.decode("latin-1")
        self.path, _, self.query = head.target.decode("latin-1").partition("?")
        self.headers = _joined(head)
        self.body = body
        self.status: int | None = None
        self._connection = connection

    @property
    def is_gone(self) -> asyncio.Event:
        """Set when the client closed the connection."""
        return self._connection.is_gone

    @property
    def responded(self) -> bool:
        return self.status is not None

    async def respond(self, status: int, headers: HeaderPairs = (), body: bytes = b"") -> None:
        """Send a whole response."""
        size = () if status == 204 else (("Content-Length", str(len(body))),)  # noqa: PLR2004
        await self.start(status, (*headers, *size))
        await self.write(body)
        await self.finish()

    async def start(self, status: int, headers: HeaderPairs = ()) -> None:
        """Send the head; without a length, the body is chunked."""
        self.status = status
        await self._connection.send(h11.Response(status_code=status, headers=list(headers)))

    async def write(self, data: bytes) -> None:
        if data:
            await self._connection.send(h11.Data(data=data))

    async def finish(self) -> None:
        await self._connection.send(h11.EndOfMessage())

    async def drop(self) -> None:
        """Close the connection in the middle of whatever is going on."""
        await self._connection.abort()


def _joined(head: h11.Request) -> dict[str, str]:
    """By lower-case name; one that is sent twice is joined."""
    headers: dict[str, str] = {}
    for raw_name, raw_value in head.headers:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


class _ClientConnection:
    """One socket; reads all the time, so that its end is noticed during a long response."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        handle: Handle,
        unreadable: Callable[[str], None],
    ) -> None:
        self.is_gone = asyncio.Event()
        self._reader = reader
        self._writer = writer
        self._handle = handle
        self._unreadable = unreadable
        self._http = h11.Connection(h11.SERVER, MOST_HEADERS)
        self._more = asyncio.Event()
        self._unread = 0  # bytes that came since all of them had been looked at

    async def serve(self) -> None:
        reading = asyncio.ensure_future(self._read())
        try:
            while (request := await self._next()) is not None:
                await self._handle(request)
                if self._http.our_state is not h11.DONE:
                    break
                self._http.start_next_cycle()
        except h11.RemoteProtocolError as trouble:
            self._unreadable(str(trouble))
        except ConnectionError:
            pass
        finally:
            reading.cancel()
            self._writer.close()

    async def send(self, event: h11.Event) -> None:
        """A client that went away is not our trouble."""
        if self.is_gone.is_set() or self._http.our_state in {h11.ERROR, h11.CLOSED}:
            return
        with suppress(ConnectionError, h11.LocalProtocolError):
            data = self._http.send(event)
            if data:
                self._writer.write(data)
                await self._writer.drain()

    async def abort(self) -> None:
        transport = self._writer.transport
        transport.abort()
        self.is_gone.set()

    async def _read(self) -> None:
        with suppress(ConnectionError):
            while data := await self._reader.read(_CHUNK):
                self._http.receive_data(data)
                self._more.set()
                self._unread += len(data)
                if self._unread > MOST_BODY:  # a flood that nobody waits for
                    await self.abort()
        with suppress(h11.RemoteProtocolError):
            self._http.receive_data(b"")
        self.is_gone.set()
        self._more.set()

    async def _next(self) -> HttpRequest | None:
        head, body = None, bytearray()
        while True:
            event = await self._event()
            if isinstance(event, h11.Request):
                head = event
            elif isinstance(event, h11.Data):
                body += event.data
                if len(body) > MOST_BODY:
                    return None
            elif isinstance(event, h11.EndOfMessage) and head is not None:
                return HttpRequest(self, head, bytes(body))
            else:
                return None

    async def _event(self) -> object:
        while True:
            self._more.clear()
            event = self._http.next_event()
            if event is not h11.NEED_DATA:
                return event
            self._unread = 0
            if self._http.they_are_waiting_for_100_continue:
                await self.send(h11.InformationalResponse(status_code=100, headers=[]))
            await self._more.wait()


class ScenarioListener:
    """A port on this machine."""

    def __init__(self, handle: Handle, unreadable: Callable[[str], None] = lambda _: None) -> None:
        self._handle = handle
        self._unreadable = unreadable  # is told what is wrong with bytes that are not HTTP
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: list[asyncio.StreamWriter] = []
        self.port = 0

    async def open(self, host: str = LOOPBACK, port: int = 0) -> None:
        """Raises: OSError."""
        self._server = await asyncio.start_server(self._accept, host, port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            await asyncio.sleep(0.01)  # a connection that is being accepted right now
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:  # also of those whose task never began
            writer.close()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(
            _ClientConnection(reader, writer, self._handle, self._unreadable).serve()
        )
        self._tasks.add(task)
        self._writers.append(writer)
        task.add_done_callback(self._tasks.discard)
