"""What tools do for a client that can do everything: ask it, log, report progress.

Most tools that worked for a client that declares nothing do the same for this one, so only the
first few of them are called again; the others are called here, if they may be.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from time import monotonic

from mcptest.compliance.observe.asking_view import alive_after, questions
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.call_limits import MOST_CALLS, SECONDS, note_left_out
from mcptest.compliance.observe.fixtures.capable import capable_session
from mcptest.compliance.observe.fixtures.generated import arguments_for
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.task_life import supports_tasks
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.compliance.select import declares
from mcptest.compliance.views.calls import called_items
from mcptest.compliance.views.mirrored import marked_parameters
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
from mcptest.schema.pointer import follow_pointer
from mcptest.wire.reply import ReplyKind
from mcptest.wire.session import Session

MOST_AGAIN = 12
CALL_SECONDS = 3.0
_SLOW = 500  # milliseconds
_LATE = 0.25  # seconds
_LOG_LEVEL = "io.modelcontextprotocol/logLevel"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    items: list[JsonObject] = []
    if declares((await exam.session(ctx)).capabilities, "tools"):
        with suppress(NotSeenError):
            await exam.see("calls", ctx)
        with suppress(TargetHandshakeError):
            async with capable_session(exam, ctx, first=True) as session:
                items += [item async for item in _called(session, exam, ctx)]
                await _hear_late(await _ran_once(items, exam, ctx), session)
    return {"items": list[Json](items)}


async def _called(session: Session, exam: Examination, ctx: Context) -> AsyncIterator[JsonObject]:
    """One call after the other: what arrives meanwhile belongs to that call."""
    began = monotonic()
    listed = await _listed(session, exam, ctx)
    mirrors = session.link.transport.http and session.era is Era.STATELESS
    done = await _done(exam, ctx)
    chosen = list(_chosen(listed, done, ctx, mirrors=mirrors))
    for number, tool in enumerate(chosen):
        if number >= MOST_CALLS or monotonic() - began > SECONDS:
            uncalled = [t for t in chosen[number:] if not ctx.gate.repeatable(ctx.server, t)]
            note_left_out(len(uncalled), "mutating", ctx, most=MOST_CALLS)
            return
        if not session.alive():
            return
        item = await _call(tool, number, session, exam, ctx)
        if item is not None:
            yield item


async def _ran_once(items: list[JsonObject], exam: Examination, ctx: Context) -> list[JsonObject]:
    tools = {**await ctx.tools_by_name(), **exam.fixtures.tools}
    return [i for i in items if not ctx.gate.repeatable(ctx.server, tools[str(i["tool"])])]


async def _hear_late(items: list[JsonObject], session: Session) -> None:
    """Beside what came before each response, the progress that came after it."""
    reporting = [item for item in items if _token(item) in _tokens(item["notifications"])]
    if reporting:
        await asyncio.sleep(_LATE)
    received = [
        entry.message
        for entry in session.transcript.entries
        if entry.direction == "received" and isinstance(entry.message, dict)
    ]
    for item in reporting:
        own = (_token(item), item["message"])
        item["received"] = [one for one in received if one == own[1] or _tokens([one]) == {own[0]}]


def _token(item: JsonObject) -> Json:
    token = follow_pointer(item, "/request/params/_meta/progressToken")
    return token if isinstance(token, str) else None


def _tokens(messages: Json) -> set[Json]:
    """Of the progress among the messages; ours are texts."""
    listed = messages if isinstance(messages, list) else []
    reports = [
        follow_pointer(one, "/params/progressToken")
        for one in listed
        if isinstance(one, dict) and one.get("method") == "notifications/progress"
    ]
    return {token for token in reports if isinstance(token, str)}


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
    listed: Mapping[str, ToolDescriptor], done: set[str], ctx: Context, *, mirrors: bool
) -> Iterator[ToolDescriptor]:
    """Those that may be called as often as needed come first: they change nothing."""
    permits = {
        name: ctx.gate.decide(ctx.server, tool, CallContext.NEEDS_CALL)
        for name, tool in listed.items()
        if name not in done and not supports_tasks(tool)  # its one call is to be a task
    }
    by_header = {
        name for name in permits if mirrors and any(marked_parameters(listed[name].input_schema))
    }
    for wanted in (Decision.EXECUTE, Decision.EXECUTE_ONCE):
        for name, permit in permits.items():
            kept = name in by_header and wanted is Decision.EXECUTE_ONCE  # for rules on headers
            if isinstance(permit, Permit) and permit.decision is wanted and not kept:
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
    root = reply_root(reply)
    if answer.decision is Decision.EXECUTE_ONCE:
        ctx.keep_answer(tool, OneAnswer(arguments, reply, session.version))
        if root["form"] == "input-required" and session.era is Era.STATELESS:
            exam.fixtures.unrun.add(tool.name)
    root |= {"tool": tool.name, "arguments": arguments, "asked": questions(reply, root)}
    if not isinstance(tool.output_schema, Missing):
        root["output_schema"] = tool.output_schema
    if root["asked"]:
        root["alive"] = await alive_after(session, exam.timeout_for(ctx.limits.timeout))
    return root


VIEW = View(
    name="offers",
    summary="Calls of tools by a client that declares roots, sampling and elicitation.",
    members={
        "items": "one for each call: tool, arguments, output_schema, asked, notifications, form, "
        "result, error"
    },
    look=_look,
)
