"""What every tool that was called returned: read-only ones in ``calls``, the others in ``offers``.

A tool that may be called only once is called by a client that can do everything, so that its one
call shows all that there is. What it returned is judged as any other result is.
"""

from __future__ import annotations

from contextlib import suppress

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Permit
from mcptest.safety.policy import CallContext


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    offered = await _offered(exam, ctx)
    if not offered:
        return await exam.see("calls", ctx)
    called: list[Json] = []
    with suppress(NotSeenError):
        called = _items(await exam.see("calls", ctx))
    names = _names(called)
    items = [*called, *(item for item in offered if not _names([item]) <= names)]
    tools = {**await ctx.tools_by_name(), **exam.fixtures.tools}
    names = _names(items)
    left = [tool for name, tool in tools.items() if name not in names]
    return {
        "items": items,
        "left": [tool.name for tool in left],
        "callable": [tool.name for tool in left if _may_call(tool, ctx)],
    }


def _may_call(tool: ToolDescriptor, ctx: Context) -> bool:
    answer = ctx.gate.decide(ctx.server, tool, CallContext.NEEDS_CALL)
    return isinstance(answer, Permit) and tool.task_support != "required"


async def _offered(exam: Examination, ctx: Context) -> list[Json]:
    """A single rule of a suite makes no calls but its own."""
    return _items(await exam.see("offers", ctx)) if exam.seeks_fixtures else []


def _items(root: JsonObject) -> list[Json]:
    items = root.get("items")
    return items if isinstance(items, list) else []


def _names(items: list[Json]) -> set[Json]:
    return {item["tool"] for item in items if isinstance(item, dict)}


VIEW = View(
    name="tool-results",
    summary="The calls of read-only tools, and the one call of each other tool that may be called.",
    members={
        "items": "one for each call: tool, arguments, output_schema, form, result, error, http",
        "left": "the names of the listed tools that were not called",
        "callable": "the names of those that would be called with arguments from tool_args",
    },
    look=_look,
)
