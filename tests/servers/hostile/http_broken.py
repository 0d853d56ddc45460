"""Modes that break connections, TLS and HTTP itself."""

from __future__ import annotations

import asyncio
import gzip

from tests.servers.hostile.core import Core
from tests.servers.hostile.registry import Family
from tests.servers.http_peer import END, Request, Wire, chunk, head, text, whole

MODES = mode = Family()


def core(wire: Wire) -> Core:
    return wire.peer.state.setdefault("core", Core())


def answer(request: Request, wire: Wire, **changes) -> dict:
    return core(wire).answer(request.message) | changes


def is_request(request: Request) -> bool:
    return request.verb == "POST" and "id" in request.message and "method" in request.message


@mode
async def fine(request: Request, wire: Wire) -> None:
    """JSON replies, 202 for what needs none, no GET stream, no foreign origin."""
    origin = request.headers.get("origin", wire.peer.url)
    if not wire.peer.url.startswith(origin.rstrip("/")):
        await wire.write(whole(b"", 403, content_type=""))
    elif request.verb != "POST":
        await wire.write(whole(b"", 405, content_type=""))
    elif is_request(request):
        await wire.write(whole(text(answer(request, wire))))
    else:
        await wire.write(whole(b"", 202, content_type=""))


async def on_call(request: Request, wire: Wire, broken) -> None:
    """Right until a tool is called."""
    if request.message.get("method") == "tools/call":
        await broken()
    else:
        await fine(request, wire)


async def flood(wire: Wire, data: bytes) -> None:
    while not wire.peer.stopping.is_set():
        await wire.write(data)


@mode
async def accept_only(request: Request, wire: Wire) -> None:
    await wire.forever()


@mode
async def reset_at_once(request: Request, wire: Wire) -> None:
    wire.reset()


@mode
async def body_drip(request: Request, wire: Wire) -> None:
    await wire.write(head(Content_Length=1000) + b"{")
    while not wire.peer.stopping.is_set():
        await asyncio.sleep(0.2)
        await wire.write(b" ")


@mode
async def header_drip(request: Request, wire: Wire) -> None:
    await wire.write(b"HTTP/1.1 200 OK\r\n")
    while not wire.peer.stopping.is_set():
        await asyncio.sleep(0.2)
        await wire.write(b"X: y\r\n")


@mode
async def endless_body(request: Request, wire: Wire) -> None:
    await wire.write(head(Content_Length=10 << 30))
    await flood(wire, b"\0" * 65536)


@mode
async def endless_chunks(request: Request, wire: Wire) -> None:
    async def endless():
        await wire.write(head(Transfer_Encoding="chunked"))
        await flood(wire, chunk(b" " * 65536))

    await on_call(request, wire, endless)


@mode
async def gzip_bomb(request: Request, wire: Wire) -> None:
    bomb = wire.peer.state.setdefault("bomb", gzip.compress(b"\0" * (200 << 20), 1))
    await wire.write(whole(bomb, Content_Encoding="gzip"))


@mode
async def bad_chunk(request: Request, wire: Wire) -> None:
    await wire.write(head(Transfer_Encoding="chunked") + b"ZZ\r\n{}\r\n" + END)


@mode
async def body_short(request: Request, wire: Wire) -> None:
    await wire.write(head(Content_Length=100_000) + text(answer(request, wire)))
    wire.end()


@mode
async def body_long(request: Request, wire: Wire) -> None:
    if is_request(request):
        await wire.write(whole(text(answer(request, wire))) + b"surplus")
    else:
        await fine(request, wire)


@mode
async def headers_1mib(request: Request, wire: Wire) -> None:
    await wire.write(whole(b"", X="y" * (1 << 20)))


@mode
async def not_http(request: Request, wire: Wire) -> None:
    await wire.write(b"220 smtp.example ESMTP\r\n\r\n")
    wire.end()


@mode
async def idle_close(request: Request, wire: Wire) -> None:
    """Closes the kept connection after each answer, without having said so."""
    await fine(request, wire)
    wire.end()


@mode
async def call_hang(request: Request, wire: Wire) -> None:
    await on_call(request, wire, wire.forever)


@mode
async def call_reset(request: Request, wire: Wire) -> None:
    async def reset():
        wire.reset()

    await on_call(request, wire, reset)


@mode
async def garbage(request: Request, wire: Wire) -> None:
    async def oops():
        await wire.write(whole(b"}{ oops"))

    await on_call(request, wire, oops)


@mode
async def colour_in_header(request: Request, wire: Wire) -> None:
    page = b"<html>\x1b[31mred</html>"
    await wire.write(whole(page, 418, content_type="text/html", Server="\x1b[31mred"))
