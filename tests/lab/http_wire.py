"""HTTP/1.1 as text: read a head and a body from a stream, and write an answer as it is wanted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from tests.lab.change import HttpReply

_OWN = {"content-length", "transfer-encoding", "connection", "keep-alive"}


@dataclass
class Head:
    """A first line and the headers after it."""

    first: str
    headers: list[tuple[str, str]]

    def header(self, name: str) -> str | None:
        found = [value for key, value in self.headers if key.lower() == name]
        return found[0] if found else None


async def read_head(reader: asyncio.StreamReader) -> Head | None:
    """None where the other side has nothing more to say."""
    try:
        text = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    first, *lines = text[:-4].split("\r\n")
    pairs = (line.partition(":") for line in lines)
    return Head(first, [(name, value.strip()) for name, _, value in pairs])


async def read_parts(reader: asyncio.StreamReader, head: Head, *, to_end: bool) -> AsyncIterator:
    """The body in the pieces in which it comes."""
    if (head.header("transfer-encoding") or "").lower() == "chunked":
        while size := int((await reader.readline()).split(b";")[0], 16):
            yield (await reader.readexactly(size + 2))[:-2]
        await reader.readline()
        return
    length = head.header("content-length")
    if length is not None:
        yield await reader.readexactly(int(length))
    elif to_end:
        while part := await reader.read(65536):
            yield part


async def read_body(reader: asyncio.StreamReader, head: Head, *, to_end: bool) -> bytes:
    return b"".join([part async for part in read_parts(reader, head, to_end=to_end)])


def kept_headers(head: Head) -> list[tuple[str, str]]:
    """Those that say something about the answer, not about this connection."""
    return [(name, value) for name, value in head.headers if name.lower() not in _OWN]


def head_text(reply: HttpReply, framing: list[tuple[str, str]]) -> bytes:
    lines = [f"HTTP/1.1 {reply.status} {reply.reason}"]
    lines += [f"{name}: {value}" for name, value in [*reply.headers, *framing]]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def whole_text(reply: HttpReply, *, bodiless: bool) -> bytes:
    """An answer with all of its body."""
    close = [("Connection", "close")] if reply.close else []
    if bodiless or reply.status in (204, 304):
        return reply.early + head_text(reply, close)
    if reply.chunks is None:
        framing = [("Content-Length", str(len(reply.body))), *close]
        return reply.early + head_text(reply, framing) + reply.body
    pieces = [
        reply.body[start : start + reply.chunks]
        for start in range(0, len(reply.body), reply.chunks)
    ]
    text = head_text(reply, [("Transfer-Encoding", "chunked"), *close])
    body = b"".join(chunk(piece) for piece in pieces)
    return reply.early + text + body + b"0\r\n" + reply.trailer + b"\r\n"


def chunk(piece: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(piece), piece)
