"""Modes that go wrong in the event stream of an answer."""

from __future__ import annotations

from tests.servers.hostile.http_broken import answer, fine, flood, is_request
from tests.servers.hostile.registry import Family
from tests.servers.http_peer import Request, Wire, chunk, event, text

MODES = mode = Family()


async def streamed(request: Request, wire: Wire, *parts: bytes, **how) -> None:
    if is_request(request):
        await wire.events(*parts, **how)
    else:
        await fine(request, wire)


@mode
async def sse_silent(request: Request, wire: Wire) -> None:
    await streamed(request, wire, end=False)
    await wire.forever()


@mode
async def sse_closes(request: Request, wire: Wire) -> None:
    await streamed(request, wire, b": nothing\n\n")


@mode
async def sse_bad_json(request: Request, wire: Wire) -> None:
    await streamed(request, wire, event(b"{oops"), end=False)
    await wire.forever()


@mode
async def sse_big_event(request: Request, wire: Wire) -> None:
    if not is_request(request):
        await fine(request, wire)
        return
    await wire.events(b"data: ", end=False)
    for _ in range(1024):
        await wire.write(chunk(b"x" * 65536))
    await wire.write(chunk(b"\n\n"))
    await wire.forever()


@mode
async def sse_endless_comments(request: Request, wire: Wire) -> None:
    await streamed(request, wire, end=False)
    await flood(wire, chunk(b": still here\n\n" * 1000))


@mode
async def sse_endless_events(request: Request, wire: Wire) -> None:
    note = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info"}}
    await streamed(request, wire, end=False)
    await flood(wire, chunk(event(note) * 500))


@mode
async def sse_two_answers(request: Request, wire: Wire) -> None:
    reply = event(answer(request, wire))
    await streamed(request, wire, reply, reply)


@mode
async def sse_other_id(request: Request, wire: Wire) -> None:
    await streamed(request, wire, event(answer(request, wire, id="other")))


@mode
async def sse_several_data_lines(request: Request, wire: Wire) -> None:
    reply = text(answer(request, wire))
    await streamed(request, wire, b"data: " + reply[:1] + b"\ndata: " + reply[1:] + b"\n\n")


@mode
async def sse_carriage_returns(request: Request, wire: Wire) -> None:
    await streamed(request, wire, b"data: " + text(answer(request, wire)) + b"\r\r")
