"""Write a replay's responses: events, JSON and plain text."""

from __future__ import annotations

import asyncio
import os
from typing import Final

from mcptest.mock.http.asgi import Send
from mcptest.mock.http.render import event
from mcptest.mock.overrides.draft import Out
from mcptest.model.json import MISSING
from mcptest.wire.codec import encode

STREAM: Final = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-cache")]


async def next_out(queue: asyncio.Queue[Out], left: asyncio.Task[None]) -> Out | None:
    getting = asyncio.ensure_future(queue.get())
    done, _ = await asyncio.wait({getting, left}, return_when=asyncio.FIRST_COMPLETED)
    if getting in done:
        return getting.result()
    getting.cancel()
    return None


async def open_stream(send: Send, *more: tuple[bytes, bytes]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [*STREAM, *more]})


async def event_of(out: Out) -> bytes:
    """The event when its time has come; nothing where the server only ended."""
    await asyncio.sleep(out.delay_ms / 1000)
    if out.exit is not None:
        os._exit(out.exit)
    return b"" if out.message is MISSING else event(out.message)


async def write_part(send: Send, part: bytes) -> None:
    if part:
        await send({"type": "http.response.body", "body": part, "more_body": True})


async def end_stream(send: Send) -> None:
    await send({"type": "http.response.body", "body": b""})


def is_response(out: Out) -> bool:
    return isinstance(out.message, dict) and "method" not in out.message


def encoded(out: Out) -> bytes:
    return b"" if out.message is MISSING else encode(out.message)


async def send_json(
    send: Send, status: int, body: bytes, opened: list[tuple[bytes, bytes]]
) -> None:
    headers = [(b"content-type", b"application/json"), *opened]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def send_plain(send: Send, status: int, words: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")] if words else []
    if status != 204:  # noqa: PLR2004
        headers.append((b"content-length", str(len(words.encode())).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words.encode()})
