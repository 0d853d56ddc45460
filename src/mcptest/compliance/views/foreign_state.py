"""A question to one user, answered by that user and by another one."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.capable import capable_session
from mcptest.compliance.observe.fixtures.found_fixtures import needs
from mcptest.compliance.observe.gated import may_call
from mcptest.compliance.observe.input_answers import retry
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.model.outcome import SkipReason

_HINT = "eliciting_tool"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    tool, tokens = exam.hints.get(_HINT), exam.hints.get("tokens")
    if not isinstance(tool, dict) or not isinstance(tokens, dict):
        raise NotSeenError(SkipReason.NEEDS_FIXTURE, needs(_HINT))
    call: JsonObject = {"name": tool.get("name"), "arguments": tool.get("args", {})}
    async with capable_session(exam, ctx) as session:

        async def ask(user: str, more: JsonObject) -> JsonObject:
            headers = {"Authorization": f"Bearer {tokens.get(user)}"}
            limit = exam.timeout_for(ctx.limits.timeout)
            async with may_call(call["name"], exam, ctx):
                params = {**call, **more}
                reply = await session.request("tools/call", params, timeout=limit, headers=headers)
            return reply_root(exam.noticed(reply))

        root: JsonObject = {}
        for name, user in (("other", "other_user"), ("own", "valid")):
            asked = await ask("valid", {})
            result = asked.get("result")
            root["asked"] = asked
            if asked.get("form") == "input-required" and isinstance(result, dict):
                root[name] = await ask(user, retry(result))
        return root


VIEW = View(
    name="foreign-state",
    summary="The hinted eliciting tool, called by one user and answered by another.",
    members={
        "asked": "the reply that asks",
        "own": "the reply to the answers of the user who was asked",
        "other": "the reply to the answers of another user with the same state",
    },
    look=_look,
)
