"""Session ids of a few sessions that were opened for nothing else, and ended."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.model.spec_version import NEWEST_HANDSHAKE
from mcptest.wire.client_side import ClientSide
from mcptest.wire.codec import encode
from mcptest.wire.link import Link, Outgoing, open_link
from mcptest.wire.meta import client_info

_SESSIONS = 4


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    version = (exam.version or NEWEST_HANDSHAKE).wire
    found = [await _issued(version, number, exam, ctx) for number in range(_SESSIONS)]
    ids: list[Json] = [each for each in found if each is not None]
    if not ids:
        raise NotSeenError(SkipReason.NOT_APPLICABLE, "the server issues no session ids")
    return {"ids": ids}


async def _issued(version: str, number: int, exam: Examination, ctx: Context) -> str | None:
    link = await open_link(ctx.target, limits=ctx.limits, client=ClientSide())
    exam.remember(link.transcript)
    try:
        return await _ask(link, version, number, ctx.limits.timeout)
    finally:
        await link.close()


async def _ask(link: Link, version: str, number: int, timeout: float) -> str | None:
    message: JsonObject = {
        "jsonrpc": "2.0",
        "id": number + 1,
        "method": "initialize",
        "params": {
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": client_info(),
        },
    }
    out = Outgoing(encode(message), "initialize", message, number + 1)
    reply = await link.exchange(out, timeout=timeout)
    headers = reply.http.headers if reply.http else {}
    return next((v for name, v in headers.items() if name.lower() == "mcp-session-id"), None)


VIEW = View(
    name="session-ids",
    summary="The Mcp-Session-Id of four sessions, opened one after the other and ended.",
    members={"ids": "as they were issued"},
    look=_look,
)
