"""The one gate, asked before a rule calls a tool; a tool that a hint names is consented to."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError
from mcptest.engine.context import Context
from mcptest.errors import TargetDeniedError
from mcptest.model.json import Json
from mcptest.model.outcome import SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Refusal
from mcptest.safety.policy import CallContext, CallOnly


@asynccontextmanager
async def may_call(name: Json, exam: Examination, ctx: Context) -> AsyncIterator[None]:
    """Around one call of a tool; a name that nobody offers calls nothing and needs no leave.

    Raises: NotSeenError when the policy or the budget says no.
    """
    offered = await _offered(ctx) if isinstance(name, str) else {}
    tool = offered.get(str(name)) or exam.fixtures.tools.get(str(name))
    if tool is None:
        if name is not None:
            may_ask(ctx)
        yield
        return
    consented = tool.name in set(hinted_tools(exam.fixtures.given(exam.hints)))
    context = CallContext.CONSENTED if consented else CallContext.NEEDS_CALL
    async with ctx.gate.enter(ctx.server, tool, "compliance", context=context) as answer:
        if isinstance(answer, Refusal):
            skip = exam.fixtures.refused(tool.name) or answer.skip
            raise NotSeenError(skip.reason, skip.detail)
        yield


async def _offered(ctx: Context) -> Mapping[str, ToolDescriptor]:
    """Behind authorization nothing is listed, so only a hint can have named the tool.

    Raises: TargetDeniedError when we signed in and are refused: no other token proves anything.
    """
    target = ctx.target.http
    try:
        return await ctx.tools_by_name()
    except TargetDeniedError:
        if target is not None and target.credentials is not None:
            raise
        return {}


def may_ask(ctx: Context) -> None:
    """Before ``tools/call`` with a name that nobody offers.

    Raises: NotSeenError where nothing may be called at all.
    """
    if ctx.gate.policy.call_only is CallOnly.NONE:
        text = "--call-only none sends no tools/call"
        raise NotSeenError(SkipReason.REFUSED_BY_POLICY, text)


def none_repeatable(tools: Iterable[ToolDescriptor]) -> NotSeenError:
    """What a rule says that has to call a tool more than once, or with arguments that are wrong."""
    if not list(tools):
        return NotSeenError(SkipReason.NOT_APPLICABLE, "the server offers no tools")
    text = (
        "no tool may be called more than once: annotate one with readOnlyHint: true, "
        "or pass --fuzz-presumed"
    )
    return NotSeenError(SkipReason.REFUSED_BY_POLICY, text)


def hinted_tools(hints: Mapping[str, Json]) -> list[str]:
    """Every tool that the suite's author named for us."""
    found = []
    for hint in hints.values():
        if isinstance(hint, dict):
            found += [str(hint[key]) for key in ("name", "tool") if key in hint]
    return found


def called_tool(message: Json | bytes) -> Json:
    """The tool that a message, or the first call of a batch, calls; None where it calls none."""
    if isinstance(message, bytes):
        message = _read(message)
    if isinstance(message, list):
        return next((tool for one in message if (tool := called_tool(one)) is not None), None)
    if not isinstance(message, dict) or message.get("method") != "tools/call":
        return None
    params = message.get("params")
    name = params.get("name") if isinstance(params, dict) else None
    return "" if name is None else name


def _read(message: bytes) -> Json:
    """What a server could make of the bytes; None where that is nothing."""
    try:
        found: Json = json.loads(message)
    except (ValueError, RecursionError):
        return None
    return found
