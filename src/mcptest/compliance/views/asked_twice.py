"""A session in which the server has reason to ask its client something more than once."""

from __future__ import annotations

from contextlib import suppress

from mcptest.compliance.observe.connection import client_side
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.gated import may_call
from mcptest.compliance.observe.parking import FOR_SESSIONS
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import Era
from mcptest.wire.session import Session

_CLIENT: JsonObject = {
    "capabilities": {"roots": {"listChanged": True}, "sampling": {}, "elicitation": {}}
}
_HINTS = ("sampling_tool", "eliciting_tool", "roots_tool")
_TIMES = 2


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    if (await exam.session(ctx)).era is not Era.HANDSHAKE:
        return {"asked": []}
    client = client_side(_CLIENT)
    session = await exam.parking.last_session(FOR_SESSIONS, exam, ctx, client)
    if session is None:
        session = await ctx.fresh(version=exam.version, client=client)
    else:
        ctx.connections.part_at_end(session)
    exam.remember(session.transcript)
    return await _give_cause(session, exam, ctx)


async def _give_cause(session: Session, exam: Examination, ctx: Context) -> JsonObject:
    asked: list[Json] = []
    for _ in range(_TIMES):  # most servers that use roots ask for them again after this
        await session.notify("notifications/roots/list_changed")
        asked += await _ask(session, "ping", {}, exam, ctx)
    for hint in _HINTS:
        tool = exam.hints.get(hint)
        if isinstance(tool, dict) and isinstance(tool.get("name"), str):
            call: JsonObject = {"name": tool["name"], "arguments": tool.get("args", {})}
            for _ in range(_TIMES):
                asked += await _ask(session, "tools/call", call, exam, ctx)
    return {"asked": asked}


async def _ask(
    session: Session, method: str, params: JsonObject, exam: Examination, ctx: Context
) -> list[Json]:
    limit = exam.timeout_for(ctx.limits.timeout)
    with suppress(NotSeenError):
        async with may_call(params.get("name"), exam, ctx):
            reply = exam.noticed(await session.request(method, params, timeout=limit))
        return list(reply.server_requests)
    return []


VIEW = View(
    name="asked-twice",
    summary="A client with roots, sampling and elicitation that gives cause for two questions.",
    members={"asked": "the server's requests that came while ours waited"},
    look=_look,
)
