"""Observe a mock over HTTP, as an application around the mock's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

from mcptest.client.beside import SESSION, Listening
from mcptest.model.json import JsonObject

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Asgi: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]


class TappedApplication:
    """Passes everything on, and logs it."""

    def __init__(self, application: Asgi, listening: Listening) -> None:
        self._application = application
        self._listening = listening

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = _Exchange(self._listening, scope)

        async def hear() -> MutableMapping[str, Any]:
            event = await receive()
            exchange.received(event)
            return event

        async def tell(event: MutableMapping[str, Any]) -> None:
            exchange.sent(event)
            await send(event)

        await self._application(scope, hear, tell)


class _Exchange:
    """One request and the response to it."""

    def __init__(self, listening: Listening, scope: Scope) -> None:
        self._listening = listening
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1")
            for name, value in scope["headers"]
        }
        self._entry: JsonObject = listening.request(scope["method"], scope["path"], headers)
        self._body = bytearray()
        self._number = 1
        self._events = False
        self._rest = b""  # of the response, what is not a whole message yet

    def received(self, event: MutableMapping[str, Any]) -> None:
        if event["type"] != "http.request":
            return
        self._body += event.get("body", b"")
        if not event.get("more_body", False) and self._body:
            self._number = self._listening.from_client(bytes(self._body), self._entry)
            self._body.clear()

    def sent(self, event: MutableMapping[str, Any]) -> None:
        if event["type"] == "http.response.start":
            self._entry["status"] = event["status"]
            headers = {name.lower(): value for name, value in event.get("headers", ())}
            self._events = b"event-stream" in headers.get(b"content-type", b"")
            session = headers.get(SESSION.encode())
            if session is not None:
                self._listening.opened(session.decode("latin-1"), self._number)
            return
        self._rest += event.get("body", b"")
        if self._events:
            *lines, self._rest = self._rest.split(b"\n")
            for line in lines:
                self._told(line)
        elif not event.get("more_body", False):
            self._listening.from_server(self._rest, self._number)

    def _told(self, line: bytes) -> None:
        """A line of an event stream; the first one of HTTP+SSE names where to POST."""
        if not line.startswith(b"data:"):
            return
        data = line.removeprefix(b"data:").strip()
        if data.startswith(b"/"):
            self._number = self._listening.streamed(data.decode("latin-1"))
        else:
            self._listening.from_server(data, self._number)
