"""What reading the listed resources gives."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import View
from mcptest.compliance.why_unchecked import left_of
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject

MOST_READS = 8


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    listed = (await exam.see("resources", ctx)).get("items")
    session = await exam.session(ctx)
    items: list[Json] = []
    for entry in listed[:MOST_READS] if isinstance(listed, list) else ():
        uri = entry.get("uri") if isinstance(entry, dict) else None
        if isinstance(uri, str):
            timeout = exam.timeout_for(ctx.limits.timeout)
            reply = await session.request("resources/read", {"uri": uri}, timeout=timeout)
            items.append({"uri": uri, "resource": entry, **reply_root(exam.noticed(reply))})
    return {"items": items, "left": left_of(listed, "uri", items)}


VIEW = View(
    name="reads",
    summary="Reading up to eight listed resources.",
    members={
        "items": "one for each read: uri, resource (as listed), form, result, error, http",
        "left": "the addresses of the listed resources that were not read",
    },
    look=_look,
)
