"""The ASGI application of the page: files, one event stream, and actions."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, MutableMapping
from typing import Any, Final, TypeAlias

from mcptest.errors import FileProblemsError, InternalError, McptestError, UsageError
from mcptest.mock.http.asgi import Receive, Scope, Send, headers_of, read_body, until_left
from mcptest.model.json import Json, JsonObject
from mcptest.model.redaction import Redactor
from mcptest.ui.action import Action, all_actions
from mcptest.ui.assets import load_assets, page_headers
from mcptest.ui.door import API, Door, TurnedAway
from mcptest.ui.hub import Hub
from mcptest.ui.live import error_document

_Headers: TypeAlias = list[tuple[bytes, bytes]]
_JSON: Final = "application/json"
_PLAIN: Final = "text/plain; charset=utf-8"
_READ_WITHIN: Final = 30.0
_PULSE: Final = 15.0  # seconds between signs of life on a quiet stream
_GATHER: Final = 0.03  # a flood arrives in handfuls
_PULSE_LINE: Final = b": pulse\n\n"
_RESET: Final = b"event: reset\ndata: {}\n\n"
MOST_STREAMS: Final = 16


class PageApplication:
    """Serves one hub to pages that know the token."""

    def __init__(self, hub: Hub, door: Door) -> None:
        self._hub, self._door = hub, door
        self._assets = load_assets()
        self._headers = _encoded(page_headers(hub.apps.origin))
        self._actions: dict[str, Action] | None = None
        self._streams = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_of(scope["headers"])
        method, path = scope["method"], scope["path"]
        send = _with_headers(send, self._headers)
        refused = self._door.refusal(method, path, headers)
        if refused is not None:
            await _refuse(send, refused)
        elif path == f"{API}events":
            await self._events(headers, receive, send)
        elif path.startswith(API):
            await self._answer(method, path, receive, send)
        elif path in self._assets:
            kind, body = self._assets[path]
            await _respond(send, 200, kind, body)
        else:
            await _refuse(send, TurnedAway(404, "not found"))

    async def _answer(self, method: str, path: str, receive: Receive, send: Send) -> None:
        if method == "GET" and path == f"{API}state":
            await _respond(send, 200, _JSON, _json(self._hub.state))
            return
        name = path.removeprefix(f"{API}do/")
        action = self._find(name)
        if method != "POST" or action is None:
            await _refuse(send, TurnedAway(404, "not found"))
            return
        try:
            body = await asyncio.wait_for(read_body(receive), _READ_WITHIN)
        except (ConnectionError, TimeoutError):
            return
        if body is None:
            await _refuse(send, TurnedAway(413, "the request is too large"))
            return
        await _respond(send, 200, _JSON, _json(await self._act(action, body)))

    async def _act(self, action: Action, body: bytes) -> JsonObject:
        """What the action gives, or what is wrong; a problem of the user's is not one of HTTP's."""
        try:
            request = action.check(_parse(body))
            return {"value": await action.act(self._hub, request)}
        except FileProblemsError as error:
            problems: list[Json] = [f"{one.where}: {one.message}" for one in error.problems[:50]]
            return {"error": {**error_document(error, Redactor(())), "problems": problems}}
        except McptestError as error:
            return {"error": error_document(error, Redactor(()))}
        except Exception as error:  # noqa: BLE001 - a bug must not take the page down
            words = f"{type(error).__name__}: {error}"
            told = InternalError("internal", words, hint="this is a bug in mcptest; report it")
            return {"error": error_document(told, Redactor(()))}

    def _find(self, name: str) -> Action | None:
        if self._actions is None:
            self._actions = all_actions()
        return self._actions.get(name)

    async def _events(self, headers: Mapping[str, str], receive: Receive, send: Send) -> None:
        after = headers.get("last-event-id", "")
        if self._streams >= MOST_STREAMS:
            await _refuse(send, TurnedAway(503, f"{MOST_STREAMS} pages are open already"))
            return
        self._streams += 1
        left = asyncio.ensure_future(until_left(receive))
        try:
            await _begin(send, 200, "text/event-stream")
            number = int(after) if after.isdecimal() and len(after) < 16 else self._hub.feed.last  # noqa: PLR2004
            await self._stream(number, left, send)
        finally:
            self._streams -= 1
            left.cancel()

    async def _stream(self, number: int, left: asyncio.Future[None], send: Send) -> None:
        feed = self._hub.feed
        part = b": open\n\n"
        if not feed.has(number):  # it belongs to an earlier start, or missed too much
            part, number = _RESET, feed.last
        while not left.done():
            await send({"type": "http.response.body", "body": part, "more_body": True})
            waiting = asyncio.ensure_future(feed.wait(number, _PULSE))
            either: set[asyncio.Future[Any]] = {waiting, left}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            await asyncio.sleep(_GATHER)
            part = feed.since(number) or _PULSE_LINE if feed.has(number) else _RESET
            number = feed.last


def _parse(body: bytes) -> Json:
    try:
        value: Json = json.loads(body)
    except (ValueError, RecursionError):
        raise UsageError("ui-bad-request", "the request is not JSON") from None
    return value


def _json(value: JsonObject) -> bytes:
    return json.dumps(value, ensure_ascii=True).encode()


async def _refuse(send: Send, refused: TurnedAway) -> None:
    await _respond(send, refused.status, _PLAIN, f"{refused.words}\n".encode())


async def _respond(send: Send, status: int, kind: str, body: bytes) -> None:
    await _begin(send, status, kind, len(body))
    await send({"type": "http.response.body", "body": body})


async def _begin(send: Send, status: int, kind: str, length: int | None = None) -> None:
    fields = {"Content-Type": kind}
    if length is not None:
        fields["Content-Length"] = str(length)
    await send({"type": "http.response.start", "status": status, "headers": _encoded(fields)})


def _with_headers(send: Send, headers: _Headers) -> Send:
    """The same, with these headers on every response."""

    async def add(event: MutableMapping[str, Any]) -> None:
        if event["type"] == "http.response.start":
            event = {**event, "headers": [*headers, *event["headers"]]}
        await send(event)

    return add


def _encoded(fields: Mapping[str, str]) -> _Headers:
    return [(name.lower().encode(), value.encode()) for name, value in fields.items()]
