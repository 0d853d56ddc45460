"""completion/complete where it was not declared, for what is listed and what is not."""

from __future__ import annotations

from contextlib import suppress

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    session = await exam.session(ctx)
    params: JsonObject = {
        "ref": {"type": "ref/prompt", "name": "mcptest-no-such-prompt"},
        "argument": {"name": "any", "value": ""},
    }
    limit = exam.timeout_for(ctx.limits.timeout)
    reply = exam.noticed(await session.request("completion/complete", params, timeout=limit))
    root: JsonObject = {"unknown": reply_root(reply)}
    for name, view in (("prompt", "completion"), ("template", "template-completion")):
        with suppress(NotSeenError):
            root[name] = await exam.see(view, ctx)
    return root


VIEW = View(
    name="undeclared-completion",
    summary="completion/complete for a listed prompt, a listed template and an unknown prompt.",
    members={
        "unknown": "the reply for a prompt that is not listed",
        "prompt": "the reply for the first argument of a listed prompt, where there is one",
        "template": "the reply for the first variable of a listed template, where there is one",
    },
    look=_look,
)
