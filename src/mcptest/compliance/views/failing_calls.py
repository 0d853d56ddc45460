"""Calls that failed inside a tool: the hinted one, or those with generated arguments."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.find_fixtures import failed
from mcptest.compliance.observe.gated import call_gated, hinted_call
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject

HINT = "failing_tool"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    call = hinted_call(HINT, exam)
    if HINT not in exam.fixtures.found:
        reply = await call_gated(await exam.session(ctx), call, exam, ctx)
        return {"items": [{"tool": call["name"], **reply_root(reply)}]}
    items = (await exam.see("tool-results", ctx)).get("items")
    return {"items": [i for i in (items if isinstance(items, list) else ()) if failed(i)]}


VIEW = View(
    name="failing-calls",
    summary="The hinted failing tool, or all calls that ended in a tool error or in error -32603.",
    members={"items": "one for each call: tool, form, result, error"},
    look=_look,
)
