"""Calls of read-only tools that need no arguments, without the member ``arguments``."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.gated import none_repeatable
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Permit

MOST_CALLS = 2


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    """Only tools that answered with ``arguments: {}`` can show a difference."""
    items = (await exam.see("calls", ctx)).get("items")
    worked = [
        item["tool"]
        for item in (items if isinstance(items, list) else ())
        if isinstance(item, dict) and item.get("arguments") == {} and item.get("form") == "result"
    ]
    offered = (await ctx.tools_by_name()).values()
    fitting = [tool for tool in offered if tool.name in worked]
    tools = [tool for tool in fitting if ctx.gate.repeatable(ctx.server, tool)]
    if fitting and not tools:
        raise none_repeatable(fitting)
    replies = [await _call(tool, exam, ctx) for tool in tools[:MOST_CALLS]]
    seen: list[Json] = [reply for reply in replies if reply is not None]
    if not seen:
        text = "no tool without arguments could be called"
        raise NotSeenError(SkipReason.NOT_APPLICABLE, text)
    return {"items": seen}


async def _call(tool: ToolDescriptor, exam: Examination, ctx: Context) -> JsonObject | None:
    session = await exam.session(ctx)
    async with ctx.gate.enter(ctx.server, tool, "compliance") as answer:
        if not isinstance(answer, Permit):
            return None
        limit = exam.timeout_for(ctx.limits.timeout)
        reply = await session.request("tools/call", {"name": tool.name}, timeout=limit)
    return {"tool": tool.name, **reply_root(exam.noticed(reply))}


VIEW = View(
    name="bare-calls",
    summary="Calls of up to two read-only tools without arguments, with arguments left out.",
    members={"items": "one for each call: tool, form, result, error"},
    look=_look,
)
