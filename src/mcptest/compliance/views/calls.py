"""Calls of the tools that are safe to call, with made-up arguments."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Container, Iterable, Sequence

from mcptest.compliance.observe.examination import Examination
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

MOST_CALLS = 12
_SAFE = (ToolClass.READ_ONLY, ToolClass.READ_ONLY_PRESUMED)


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    offered = (await ctx.tools_by_name()).values()
    tools = callable_tools(offered, ctx.gate, ctx.server, first=_hinted(exam))
    made = [(tool, _arguments(tool, exam, ctx.gate)) for tool in tools]
    callable_ = [(tool, arguments) for tool, arguments in made if arguments is not MISSING]
    async with asyncio.TaskGroup() as group:  # a slow tool holds up no other
        calls = [
            group.create_task(_call(tool, arguments, exam, ctx))
            for tool, arguments in callable_[:MOST_CALLS]
        ]
    made_calls = [call.result() for call in calls]
    items: list[Json] = [item for item in made_calls if not isinstance(item, Skip)]
    if not items:
        raise _unseen(offered, [skip for skip in made_calls if isinstance(skip, Skip)])
    called = {item["tool"] for item in items if isinstance(item, dict)}
    return {"items": items, "left": [t.name for t in offered if t.name not in called]}


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


async def _call(
    tool: ToolDescriptor, arguments: MaybeJson, exam: Examination, ctx: Context
) -> JsonObject | Skip:
    assert not isinstance(arguments, Missing)
    session = await exam.session(ctx)
    async with ctx.gate.enter(ctx.server, tool, "compliance") as answer:
        if not isinstance(answer, Permit):
            return answer.skip
        params: JsonObject = {"name": tool.name, "arguments": arguments}
        timeout = exam.timeout_for(ctx.limits.timeout)
        reply = await call_tool(ctx, session, params, timeout=timeout)
        if isinstance(reply, Skip):
            return reply
        exam.noticed(reply)
    if answer.decision is Decision.EXECUTE_ONCE:
        ctx.keep_answer(tool, OneAnswer(arguments, reply, session.version))
    exam.calls.append(outcome_of(reply))
    root: JsonObject = {"tool": tool.name, "arguments": arguments, **reply_root(reply)}
    if not isinstance(tool.output_schema, Missing):
        root["output_schema"] = tool.output_schema
    return root


def _hinted(exam: Examination) -> JsonObject:
    given = exam.hints.get("tool_args")
    return given if isinstance(given, dict) else {}


def _arguments(tool: ToolDescriptor, exam: Examination, gate: Gate) -> MaybeJson:
    if tool.name in (given := _hinted(exam)):
        return given[tool.name]
    from mcptest.schema.synth import synthesize

    if isinstance(tool.input_schema, Missing):
        return {}
    made = synthesize(tool.input_schema, folder=gate.folder_for(tool)).value
    return made if isinstance(made, dict) else MISSING


VIEW = View(
    name="calls",
    summary="Calls of up to twelve read-only tools with generated or hinted arguments.",
    members={
        "items": "one for each call: tool, arguments, output_schema, form, result, error, http",
        "left": "the names of the listed tools that were not called",
    },
    look=_look,
)
