"""Make one call of a test and return what was observed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from mcptest.calls.reply import no_answer, observation_of, succeeded
from mcptest.calls.unknown_names import unknown_names
from mcptest.engine.case import Observation
from mcptest.engine.context import Context
from mcptest.model.finding import Finding
from mcptest.model.json import JsonObject
from mcptest.suite.entry import SuiteEntry
from mcptest.wire.reply import Reply, ReplyKind

DefaultCheck = Callable[[Context, Reply], Awaitable[Finding | None]]


async def observe_call(
    context: Context,
    entry: SuiteEntry,
    method: str,
    params: JsonObject,
    *,
    default: DefaultCheck | None = None,
) -> Observation:
    """Ask, then judge by the expectations, or by the default where there are none.

    One request in a new session would show it again.
    """
    reply = await context.request(method, params, timeout=entry.timeout)
    broken = no_answer(reply, entry.where)
    if broken is not None:
        if reply.kind is ReplyKind.TIMED_OUT:
            context.retire_session()
        seen = Observation(findings=(broken,), exchange=reply.exchange, judged=True)
        return seen.of_one_request()
    context.answered()
    if entry.asserts:
        return observation_of(reply, alone=True)
    finding = succeeded(reply, entry.where)
    if finding is not None and method == "tools/call":
        finding = await _with_unknown_names(context, finding, params)
    if finding is None and default is not None:
        finding = await default(context, reply)
        finding = finding and replace(finding, where=entry.where)
    return observation_of(reply, *([finding] if finding else [])).of_one_request()


async def _with_unknown_names(context: Context, finding: Finding, params: JsonObject) -> Finding:
    """A tool that does not exist is the finding; the error that it led to only follows from it."""
    arguments, tool = params.get("arguments"), str(params["name"])
    offered = await context.tools_by_name()
    said = unknown_names(tool, arguments if isinstance(arguments, dict) else {}, offered)
    if said is None:
        return finding
    if tool not in offered:
        return replace(finding, message=said, help="correct the name under `tool`")
    return replace(finding, help=said)
