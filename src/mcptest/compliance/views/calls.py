"""Calls of the tools that are safe to call, with made-up arguments."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Container, Iterable, Sequence
from time import monotonic

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.call_limits import MOST_CALLS, SECONDS, note_left_out
from mcptest.compliance.observe.fixtures.generated import arguments_for, hinted_arguments
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.call_outcome import outcome_of
from mcptest.engine.context import Context, OneAnswer
from mcptest.engine.valid_call import call_tool
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, Missing
from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import ToolClass, classify
from mcptest.safety.gate import Gate, Permit
from mcptest.safety.policy import Decision

_LATE = f"the other calls took {SECONDS:g} s"
_SAFE = (ToolClass.READ_ONLY, ToolClass.READ_ONLY_PRESUMED)


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    offered = (await ctx.tools_by_name()).values()
    tools = callable_tools(offered, ctx.gate, ctx.server, first=hinted_arguments(exam))
    plain = [tool for tool in tools if tool.task_support != "required"]
    made = [(tool, arguments_for(tool, exam, ctx)) for tool in plain]
    callable_ = [(tool, arguments) for tool, arguments in made if arguments is not MISSING]
    turn = _Turn(ctx.gate.policy.concurrency)
    async with asyncio.TaskGroup() as group:  # a slow tool holds up no other
        calls = [
            group.create_task(_in_turn(turn, _params(tool, arguments, n), tool, exam, ctx))
            for n, (tool, arguments) in enumerate(callable_[:MOST_CALLS])
        ]
    made_calls = [call.result() for call in calls]
    late = [one for one in made_calls if isinstance(one, Skip) and one.detail == _LATE]
    left_out = len(callable_[MOST_CALLS:]) + len(late)
    note_left_out(left_out, "read-only", ctx, most=MOST_CALLS)
    items: list[Json] = [item for item in made_calls if not isinstance(item, Skip)]
    if not items:
        raise _unseen(offered, [skip for skip in made_calls if isinstance(skip, Skip)])
    called = {item["tool"] for item in items if isinstance(item, dict)}
    left = [tool for tool in offered if tool.name not in called]
    return {
        "items": items,
        "left": [tool.name for tool in left],
        "callable": [tool.name for tool in left if tool in plain],
    }


def _unseen(offered: Collection[ToolDescriptor], skips: Sequence[Skip]) -> NotSeenError:
    """Why no tool was called."""
    if not offered:
        return NotSeenError(SkipReason.NOT_APPLICABLE, "the server lists no tools")
    if skips:
        return NotSeenError(skips[0].reason, f"no tool was called: {skips[0].detail}")
    text = "no tool could be called: none is read-only with arguments that can be generated"
    return NotSeenError(SkipReason.REFUSED_BY_POLICY, text)


def callable_tools(
    tools: Iterable[ToolDescriptor], gate: Gate, server: str, *, first: Container[str] = ()
) -> list[ToolDescriptor]:
    """Those that only read, as far as is known, in the order in which they are called.

    What the user names comes first. Rules that call again take the first; of the others, an
    output schema has more to say.
    """

    def place(tool: ToolDescriptor) -> tuple[bool, bool, bool]:
        once = not gate.repeatable(server, tool)
        return tool.name not in first, once, isinstance(tool.output_schema, Missing)

    return sorted((tool for tool in tools if classify(tool).tool_class in _SAFE), key=place)


class _Turn:
    """As many at a time as the policy allows, until the time is up."""

    def __init__(self, concurrency: int) -> None:
        self.free = asyncio.Semaphore(max(1, concurrency))
        self.until = monotonic() + SECONDS


async def _in_turn(
    turn: _Turn, params: JsonObject, tool: ToolDescriptor, exam: Examination, ctx: Context
) -> JsonObject | Skip:
    async with turn.free:
        if monotonic() > turn.until:
            return Skip(SkipReason.BUDGET_EXHAUSTED, _LATE)
        return await _call(params, tool, exam, ctx)


async def _call(
    params: JsonObject, tool: ToolDescriptor, exam: Examination, ctx: Context
) -> JsonObject | Skip:
    session = await exam.session(ctx)
    async with ctx.gate.enter(ctx.server, tool, "compliance") as answer:
        if not isinstance(answer, Permit):
            return answer.skip
        timeout = exam.timeout_for(ctx.limits.timeout)
        reply = await call_tool(ctx, session, params, timeout=timeout)
        if isinstance(reply, Skip):
            return reply
        exam.noticed(reply)
    if answer.decision is Decision.EXECUTE_ONCE:
        ctx.keep_answer(tool, OneAnswer(params["arguments"], reply, session.version))
    exam.calls.append(outcome_of(reply, tool))
    arguments = params["arguments"]
    root: JsonObject = {"tool": tool.name, "arguments": arguments, **reply_root(reply)}
    if not isinstance(tool.output_schema, Missing):
        root["output_schema"] = tool.output_schema
    return root


def _params(tool: ToolDescriptor, arguments: MaybeJson, number: int) -> JsonObject:
    """Some tools do things only for a request with a progress token, and some only without one.

    So the first call, which every server gets, has none.
    """
    assert not isinstance(arguments, Missing)
    plain: JsonObject = {"name": tool.name, "arguments": arguments}
    return {**plain, "_meta": {"progressToken": f"mcptest-call-{number}"}} if number else plain


async def called_items(exam: Examination, ctx: Context) -> list[JsonObject]:
    """What this view shows; nothing where no tool was called."""
    try:
        items = (await exam.see(VIEW.name, ctx)).get("items")
    except NotSeenError:
        return []
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


VIEW = View(
    name="calls",
    summary="Calls of all read-only tools with generated or hinted arguments, for up to 20 s.",
    members={
        "items": "one for each call: tool, arguments, output_schema, form, result, error, http",
        "left": "the names of the listed tools that were not called",
        "callable": "the names of those that would be called with arguments from tool_args",
    },
    look=_look,
)
