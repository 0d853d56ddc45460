"""The lists once more, after tools were called."""

from __future__ import annotations

from contextlib import suppress

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.compliance.select import declares
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject

_KINDS = ("tools", "resources", "prompts")


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    for name in (*_KINDS, "calls", "reads", "gets"):
        with suppress(NotSeenError):
            await exam.see(name, ctx)
    session = await exam.session(ctx)
    root: JsonObject = {}
    for kind in _KINDS:
        if declares(session.capabilities, kind):
            limit = exam.timeout_for(ctx.limits.timeout)
            reply = await session.request(f"{kind}/list", timeout=limit)
            root[kind] = reply_root(exam.noticed(reply))
    return root


VIEW = View(
    name="relisting",
    summary="Each declared list once more, after calls of read-only tools, reads and prompts.",
    members={kind: f"the first page of {kind}/list" for kind in _KINDS},
    look=_look,
)
