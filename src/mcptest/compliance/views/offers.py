"""What tools do for a client that can do everything: ask it, log, report progress.

Most tools that worked for a client that declares nothing do the same for this one, so only the
first few of them are called again; the others are called here, if they may be.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from time import monotonic

from mcptest.compliance.observe.asking_view import alive_after, questions
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.capable import capable_session
from mcptest.compliance.observe.fixtures.generated import arguments_for
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.task_life import supports_tasks
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.compliance.select import declares
from mcptest.compliance.views.calls import called_items
from mcptest.engine.context import Context, OneAnswer
from mcptest.engine.valid_call import call_tool
from mcptest.errors import TargetHandshakeError
from mcptest.model.json import Json, JsonObject, Missing
from mcptest.model.outcome import Skip
from mcptest.model.spec_version import Era
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import strictest_by_name
from mcptest.safety.gate import Permit
from mcptest.safety.policy import CallContext, Decision
from mcptest.wire.reply import ReplyKind
from mcptest.wire.session import Session

MOST_CALLS = 40
MOST_AGAIN = 12
CALL_SECONDS = 3.0
ALL_SECONDS = 20.0
_SLOW = 500  # milliseconds
_LOG_LEVEL = "io.modelcontextprotocol/logLevel"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    items: list[Json] = []
    if declares((await exam.session(ctx)).capabilities, "tools"):
        with suppress(NotSeenError):
            await exam.see("calls", ctx)
        with suppress(TargetHandshakeError):
            async with capable_session(exam, ctx) as session:
                items += [item async for item in _called(session, exam, ctx)]
    return {"items": items}


async def _called(session: Session, exam: Examination, ctx: Context) -> AsyncIterator[JsonObject]:
    """One call after the other: what arrives meanwhile belongs to that call."""
    began = monotonic()
    listed = await _listed(session, exam, ctx)
    chosen = list(_chosen(listed, await _done(exam, ctx), ctx))[:MOST_CALLS]
    for number, tool in enumerate(chosen):
        if monotonic() - began > ALL_SECONDS or not session.alive():
            return
        item = await _call(tool, number, session, exam, ctx)
        if item is not None:
            yield item


async def _listed(
    session: Session, exam: Examination, ctx: Context
) -> Mapping[str, ToolDescriptor]:
    """What this client is offered; what only this client is offered is remembered."""
    known = await ctx.tools_by_name()
    listing = await session.list_all("tools")
    offered = strictest_by_name(ToolDescriptor.from_json(item) for item in listing.items)
    exam.fixtures.tools = {name: tool for name, tool in offered.items() if name not in known}
    return {**exam.fixtures.tools, **known}


async def _done(exam: Examination, ctx: Context) -> set[str]:
    """The tools that need no other call: slow ones, and all that worked past the first few."""
    worked = [i for i in await called_items(exam, ctx) if i.get("form") == "result"]
    slow = [item for item in worked if float(str(item["duration_ms"])) > _SLOW]
    return {str(item["tool"]) for item in (*worked[MOST_AGAIN:], *slow)}


def _chosen(
    listed: Mapping[str, ToolDescriptor], done: set[str], ctx: Context
) -> Iterator[ToolDescriptor]:
    """Those that may be called as often as needed come first: they change nothing."""
    permits = {
        name: ctx.gate.decide(ctx.server, tool, CallContext.NEEDS_CALL)
        for name, tool in listed.items()
        if name not in done and not supports_tasks(tool)  # its one call is to be a task
    }
    for wanted in (Decision.EXECUTE, Decision.EXECUTE_ONCE):
        for name, permit in permits.items():
            if isinstance(permit, Permit) and permit.decision is wanted:
                yield listed[name]


async def _call(
    tool: ToolDescriptor, number: int, session: Session, exam: Examination, ctx: Context
) -> JsonObject | None:
    arguments = arguments_for(tool, exam, ctx)
    if isinstance(arguments, Missing):
        return None
    meta: JsonObject = {"progressToken": f"mcptest-offers-{number}"}
    if session.era is Era.STATELESS and declares(session.capabilities, "logging"):
        meta[_LOG_LEVEL] = "debug"
    params: JsonObject = {"name": tool.name, "arguments": arguments, "_meta": meta}
    async with ctx.gate.enter(ctx.server, tool, "compliance") as answer:
        if not isinstance(answer, Permit):
            return None
        reply = await call_tool(ctx, session, params, timeout=min(CALL_SECONDS, ctx.limits.timeout))
    if isinstance(reply, Skip) or reply.kind is ReplyKind.TIMED_OUT:
        if (await alive_after(session, 1.0)).get("form") == "silence":
            await session.close()
        return None
    if answer.decision is Decision.EXECUTE_ONCE:
        ctx.keep_answer(tool, OneAnswer(arguments, reply, session.version))
    root = reply_root(reply)
    root |= {"tool": tool.name, "arguments": arguments, "asked": questions(reply, root)}
    if root["asked"]:
        root["alive"] = await alive_after(session, exam.timeout_for(ctx.limits.timeout))
    return root


VIEW = View(
    name="offers",
    summary="Calls of tools by a client that declares roots, sampling and elicitation.",
    members={
        "items": "one for each call: tool, arguments, asked, notifications, form, result, error"
    },
    look=_look,
)
