"""The one gate, asked before a rule calls a tool; a tool that a hint names is consented to."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from mcptest.compliance.examination import Examination
from mcptest.compliance.view import NotSeenError
from mcptest.engine.context import Context
from mcptest.model.json import Json
from mcptest.safety.gate import Refusal
from mcptest.safety.policy import CallContext


@asynccontextmanager
async def may_call(name: Json, exam: Examination, ctx: Context) -> AsyncIterator[None]:
    """Around one call of a tool; a name that nobody offers calls nothing and needs no leave.

    Raises: NotSeenError when the policy or the budget says no.
    """
    offered = await ctx.tools_by_name() if isinstance(name, str) else {}
    tool = offered.get(str(name))
    if tool is None:
        yield
        return
    consented = tool.name in set(_hinted(exam.hints))
    context = CallContext.CONSENTED if consented else CallContext.NEEDS_CALL
    async with ctx.gate.enter(ctx.server, tool, "compliance", context=context) as answer:
        if isinstance(answer, Refusal):
            raise NotSeenError(answer.skip.reason, answer.skip.detail)
        yield


def _hinted(hints: Mapping[str, Json]) -> list[str]:
    """Every tool that the suite's author named for us."""
    found = []
    for hint in hints.values():
        if isinstance(hint, dict):
            found += [str(hint[key]) for key in ("name", "tool") if key in hint]
    return found


def called_tool(message: Json | bytes) -> Json:
    """The tool that a message calls; None where it calls none."""
    if not isinstance(message, dict) or message.get("method") != "tools/call":
        return None
    params = message.get("params")
    return params.get("name") if isinstance(params, dict) else None
