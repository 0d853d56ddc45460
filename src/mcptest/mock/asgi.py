"""The mock's endpoint as an ASGI application: bounded reading, then one answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, TypeAlias

from mcptest.mock.draft import Draft
from mcptest.mock.http_mock import HttpMock, Request, refused
from mcptest.mock.http_render import render

MOST_BODY: Final = 16 * 1024 * 1024
READ_SECONDS: Final = 30.0
Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Application:
    """Serves one mock; ``end`` is what an ``exit`` override calls."""

    def __init__(self, mock: HttpMock, end: Callable[[int], None]) -> None:
        self._mock = mock
        self._end = end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope["headers"])
        try:
            draft = await self._answer(scope, headers, receive)
        except ConnectionError:
            return
        if await _wait(draft, receive):
            return
        if draft.exit is not None:
            self._end(draft.exit)
            return
        await _send(draft, headers, send, sse=self._mock.server.definition.sse)

    async def _answer(self, scope: Scope, headers: dict[str, str], receive: Receive) -> Draft:
        # A stranger's body is not even read, unless a broken server is asked for.
        if self._mock.server.book.is_empty:
            words = self._mock.guard.refusal(headers)
            if words is not None:
                return refused(403, words)
        try:
            body = await asyncio.wait_for(_body(receive), READ_SECONDS)
        except TimeoutError:
            return refused(408, "the body did not arrive in time")
        if body is None:
            return refused(413, f"a body has at most {MOST_BODY} bytes")
        return self._mock.answer(Request(scope["method"], scope["path"], headers, body))


def _headers(pairs: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """By lower-case name; one that is sent twice is joined, so that it equals nothing."""
    headers: dict[str, str] = {}
    for raw_name, raw_value in pairs:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1").strip()
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


async def _body(receive: Receive) -> bytes | None:
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


async def _wait(draft: Draft, receive: Receive) -> bool:
    """Hold the answer back as long as it asks; whether the client left before."""
    if draft.exit is None and draft.silent:
        seconds = None
    elif draft.delay_ms:
        seconds = draft.delay_ms / 1000
    else:
        return False
    try:
        await asyncio.wait_for(_left(receive), seconds)
    except TimeoutError:
        return False
    return True


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send(draft: Draft, headers: dict[str, str], send: Send, *, sse: bool) -> None:
    rendered = render(draft, headers, sse=sse)
    start = {"type": "http.response.start", "status": rendered.status}
    await send({**start, "headers": list(rendered.headers)})
    await send({"type": "http.response.body", "body": rendered.body})
