"""Call a tool with valid arguments, and give up on a slow one."""

from __future__ import annotations

from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.model.outcome import Skip
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.session import Session


async def call_tool(
    context: Context, session: Session, params: JsonObject, *, timeout: float
) -> Reply | Skip:
    """The reply, or the reason why the tool is left alone from now on: it is slow."""
    within = context.gate.slow_after
    if within is None or within >= timeout:
        return await session.request("tools/call", params, timeout=timeout)
    reply = await session.request("tools/call", params, timeout=within)
    if reply.kind is not ReplyKind.TIMED_OUT:
        return reply
    return context.gate.leave_alone(context.server, str(params["name"]), waited=within)
