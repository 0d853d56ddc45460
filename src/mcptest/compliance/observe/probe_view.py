"""One request that several rules read, as a view."""

from __future__ import annotations

from collections.abc import Callable

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.gated import may_ask
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject


def probe_view(
    name: str, method: str, summary: str, params: Callable[[], JsonObject] | None = None
) -> View:
    """The view of one exchange on the shared conversation."""

    async def look(exam: Examination, ctx: Context) -> JsonObject:
        if method == "tools/call":
            may_ask(ctx)
        session = await exam.session(ctx)
        reply = await session.request(
            method, params() if params else None, timeout=exam.timeout_for(ctx.limits.timeout)
        )
        return reply_root(exam.noticed(reply))

    members = {
        "form": "result, tool-error, error, silence, closed, malformed, refused",
        "result": "when it came",
        "error": "when it came: code, message, data",
        "http": "status, headers, content_type",
    }
    return View(name=name, summary=summary, members=members, look=look)
