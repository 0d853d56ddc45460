"""The exchange that opened the conversation."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    session = await exam.session(ctx)
    return reply_root(session.opening)


VIEW = View(
    name="opening",
    summary="The initialize exchange, or server/discover in the stateless era.",
    members={"result": "InitializeResult or DiscoverResult", "http": "status, headers"},
    look=_look,
)
