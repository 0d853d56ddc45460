"""Calls of read-only tools with arguments that their own inputSchema does not allow."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.gated import none_repeatable
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Permit
from mcptest.schema.mutate import has_default

MOST_TOOLS = 3
EXTRA = "mcptest_undeclared"
HEADER = "x-mcp-header"  # what HTTP refuses before the tool sees it: no header can say it
# Nothing that a lenient server would convert: "x" for a number, an object for a string.
_WRONG: dict[str, Json] = {
    "string": {"mcptest": 1},
    "integer": "mcptest",
    "number": "mcptest",
    "boolean": {"mcptest": 1},
    "array": {"mcptest": 1},
    "object": "mcptest",
}


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    good = _called(await exam.see("calls", ctx))
    items: list[Json] = []
    offered = (await ctx.tools_by_name()).values()
    fitting = [t for t in offered if t.name in good and any(_bad(t, good[t.name]))]
    tools = [tool for tool in fitting if ctx.gate.repeatable(ctx.server, tool)]
    if fitting and not tools:
        raise none_repeatable(fitting)
    tools.sort(key=lambda tool: -len(list(_bad(tool, good[tool.name]))))
    for tool in tools[:MOST_TOOLS]:
        for kind, arguments in _bad(tool, good[tool.name]):
            item = await _call(tool, arguments, exam, ctx)
            if item is not None:
                items.append({"kind": kind, **item})
    if not items:
        text = "no tool that may be called has arguments that could be wrong"
        raise NotSeenError(SkipReason.NOT_APPLICABLE, text)
    return {"items": items}


def _called(calls: JsonObject) -> dict[str, JsonObject]:
    """The arguments that worked, by tool: each probe changes one thing in them."""
    items = calls.get("items")
    return {
        str(item["tool"]): arguments
        for item in (items if isinstance(items, list) else ())
        if isinstance(item, dict) and isinstance(arguments := item.get("arguments"), dict)
    }


def _bad(tool: ToolDescriptor, good: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    """One set of arguments for each kind of mistake that this schema forbids."""
    schema = tool.input_schema if isinstance(tool.input_schema, dict) else {}
    required, properties = schema.get("required"), schema.get("properties")
    needed = (
        [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    )
    first = next((name for name in needed if not has_default([schema], name)), None)
    if first is not None:
        yield "missing", {name: value for name, value in good.items() if name != first}
    for name, member in (properties if isinstance(properties, dict) else {}).items():
        plain = member if isinstance(member, dict) and HEADER not in member else {}
        kind = plain.get("type")
        if isinstance(kind, str) and kind in _WRONG:
            yield "type", {**good, name: _WRONG[kind]}
            break
    if schema.get("additionalProperties") is False:
        yield "extra", {**good, EXTRA: "mcptest"}


async def _call(
    tool: ToolDescriptor, arguments: JsonObject, exam: Examination, ctx: Context
) -> JsonObject | None:
    session = await exam.session(ctx)
    async with ctx.gate.enter(ctx.server, tool, "compliance") as answer:
        if not isinstance(answer, Permit):
            return None
        params: JsonObject = {"name": tool.name, "arguments": arguments}
        limit = exam.timeout_for(ctx.limits.timeout)
        reply = exam.noticed(await session.request("tools/call", params, timeout=limit))
    return {"tool": tool.name, "arguments": arguments, **reply_root(reply)}


VIEW = View(
    name="bad-arguments",
    summary="Up to three read-only tools, called with one thing wrong in the arguments; those that "
    "can be called wrong in the most ways come first.",
    members={
        "items": "one for each call: kind (missing, type, extra), tool, arguments, form, result, "
        "error",
    },
    look=_look,
)
