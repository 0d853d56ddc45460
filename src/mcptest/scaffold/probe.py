"""``probe``: one case per tool, called once with valid arguments if allowed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mcptest.engine.answer import limit_of
from mcptest.engine.call_outcome import outcome_of
from mcptest.engine.case import Case, Observation
from mcptest.engine.valid_call import call_tool
from mcptest.model.json import JsonObject
from mcptest.model.outcome import Lane, Skip, SkipReason
from mcptest.model.spec_version import Era, SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.model.valid_calls import TARGET, CallOutcome
from mcptest.safety.classify import ToolClass, classify, strictest_by_name
from mcptest.safety.gate import Gate, Refusal
from mcptest.safety.refusals import only_as_task
from mcptest.scaffold import response_checks
from mcptest.scaffold.answer import judge_answer
from mcptest.scaffold.arguments import valid_arguments
from mcptest.wire.reply import Reply, ReplyKind

if TYPE_CHECKING:
    from mcptest.engine.context import Context
    from mcptest.wire.session import Session

FEATURE = "probe"
_AFTERWARDS = 1.0  # seconds for a ping after a call that was given up
_ALONE = (ToolClass.MUTATING, ToolClass.DESTRUCTIVE)


def probe_cases(
    server: str, tools: Iterable[ToolDescriptor], gate: Gate, *, all_arguments: bool = False
) -> list[Case]:
    """A case for every name that the server offers, in its order."""
    return [
        _case(server, tool, gate, all_arguments=all_arguments)
        for tool in strictest_by_name(tools).values()
        if tool.name
    ]


def _case(server: str, tool: ToolDescriptor, gate: Gate, *, all_arguments: bool) -> Case:
    made = valid_arguments(tool, gate, all_arguments=all_arguments, sandboxed=False)
    skip = only_as_task(tool)
    if skip is None and made.problem:
        skip = Skip(
            SkipReason.CANNOT_TELL,
            f"no valid arguments could be generated: {made.problem}; "
            f"set them with `mcptest audit --hint tool_args.{tool.name}=ARGUMENTS`",
        )

    async def observe(context: Context) -> Observation:
        made = valid_arguments(tool, context.gate, all_arguments=all_arguments).value
        return await _observe(context, tool, made if isinstance(made, dict) else {})

    return Case(
        id=f"{Lane.PROBE}::{server}::{tool.name}",
        name=tool.name,
        lane=Lane.PROBE,
        server=server,
        observe=observe,
        serial=classify(tool).tool_class in _ALONE,
        skip=skip,
    )


async def _observe(context: Context, tool: ToolDescriptor, arguments: JsonObject) -> Observation:
    session = await context.session()
    async with context.gate.enter(context.server, tool, FEATURE) as answer:
        if isinstance(answer, Refusal):
            kept = context.kept_answer(tool)
            if kept is not None and kept.arguments == arguments:
                return observed(tool, kept.reply, kept.version)
            slow = context.gate.is_slow(context.server, tool.name)
            return _slow(answer.skip) if slow else Observation(skip=answer.skip)
        params: JsonObject = {"name": tool.name, "arguments": arguments}
        reply = await call_tool(context, session, params, timeout=context.limits.timeout)
    if isinstance(reply, Skip):
        await _leave(context, session)
        return _slow(reply)
    if (limited := limit_of(reply)) is not None:
        return Observation(skip=limited)
    if reply.kind is ReplyKind.ANSWERED:
        context.answered()
    if reply.kind is ReplyKind.TIMED_OUT:
        context.retire_session()
    return observed(tool, reply, session.version)


async def _leave(context: Context, session: Session) -> None:
    """A server that does nothing else until the slow call is over holds up no other call."""
    method = "server/discover" if session.era is Era.STATELESS else "ping"
    if (await session.request(method, timeout=_AFTERWARDS)).kind is ReplyKind.TIMED_OUT:
        context.retire_session()


def _slow(why: Skip) -> Observation:
    """What the tool would have answered is not known."""
    return Observation(
        targets={TARGET: CallOutcome.UNANSWERED.value},
        findings=(response_checks.TOO_SLOW.found(why.detail),),
        judged=True,
    )


def observed(tool: ToolDescriptor, reply: Reply, version: SpecVersion) -> Observation:
    """The answer as targets and findings."""
    seen = Observation(
        roots={"result": reply.result, "error": reply.error, "duration_ms": reply.duration_ms},
        targets={
            "duration_ms": round(reply.duration_ms, 3),
            TARGET: outcome_of(reply, tool).value,
        },
        findings=tuple(judge_answer(tool, reply, version)),
        exchange=reply.exchange,
        judged=True,
    )
    return seen.of_one_request()
