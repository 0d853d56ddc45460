"""Ask the safety gate before a rule calls a tool; a hint that names a tool is consent."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.found_fixtures import needs
from mcptest.compliance.observe.hints import NAMING
from mcptest.compliance.observe.view import NotSeenError
from mcptest.engine.context import Context
from mcptest.errors import TargetDeniedError
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Refusal
from mcptest.safety.policy import CallContext, CallOnly
from mcptest.wire.reply import Reply
from mcptest.wire.session import Session


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
    async with (
        _turn(tool, exam),
        ctx.gate.enter(ctx.server, tool, "compliance", context=_context(tool, exam)) as answer,
    ):
        if isinstance(answer, Refusal):
            skip = exam.fixtures.refused(tool.name) or answer.skip
            raise NotSeenError(skip.reason, skip.detail)
        yield


async def call_gated(
    session: Session, params: JsonObject, exam: Examination, ctx: Context
) -> Reply:
    """The reply to one ``tools/call``, remembered by the examination.

    Raises: NotSeenError when the policy or the budget says no.
    """
    limit = exam.timeout_for(ctx.limits.timeout)
    async with may_call(params.get("name"), exam, ctx):
        return exam.noticed(await session.request("tools/call", params, timeout=limit))


def hinted_call(hint: str, exam: Examination) -> JsonObject:
    """The params of the call that a hint names.

    Raises: NotSeenError where it is not given.
    """
    tool = exam.hints.get(hint)
    if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
        raise NotSeenError(SkipReason.NEEDS_FIXTURE, needs(hint))
    return {"name": tool["name"], "arguments": tool.get("args", {})}


def _context(tool: ToolDescriptor, exam: Examination) -> CallContext:
    if tool.name in set(hinted_tools(exam.fixtures.given(exam.hints))):
        return CallContext.CONSENTED
    return CallContext.UNRUN if tool.name in exam.fixtures.unrun else CallContext.NEEDS_CALL


@asynccontextmanager
async def _turn(tool: ToolDescriptor, exam: Examination) -> AsyncIterator[None]:
    """Before the next call of a tool that has not run, the reply to the last one is known."""
    if tool.name not in exam.fixtures.unrun:
        yield
        return
    async with exam.fixtures.unrun.turn:
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
    for key, hint in hints.items():
        if key in NAMING and isinstance(hint, dict):
            found += [str(hint[member]) for member in ("name", "tool") if member in hint]
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
