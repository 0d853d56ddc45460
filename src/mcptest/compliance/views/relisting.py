"""The tools listed once more, after tools were called."""

from __future__ import annotations

from contextlib import suppress

from mcptest.compliance.examination import Examination
from mcptest.compliance.reply_root import reply_root
from mcptest.compliance.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    await exam.see("tools", ctx)
    with suppress(NotSeenError):
        await exam.see("calls", ctx)
    session = await exam.session(ctx)
    params: JsonObject = {"_meta": {"com.example/mcptest-turn": "once-more"}}
    reply = await session.request("tools/list", params, timeout=exam.patience(ctx.limits.timeout))
    return reply_root(exam.noticed(reply))


VIEW = View(
    name="relisting",
    summary="tools/list once more, after the calls of the read-only tools.",
    members={"result": "the first page"},
    look=_look,
)
