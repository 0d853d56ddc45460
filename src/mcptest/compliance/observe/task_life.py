"""Follow one task: create it, poll it until it ends, and send wrong requests about it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mcptest.compliance.observe.connection import client_side
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.capable import capable_client, capable_session
from mcptest.compliance.observe.fixtures.found_fixtures import needs
from mcptest.compliance.observe.fixtures.generated import arguments_for
from mcptest.compliance.observe.gated import may_call
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Permit
from mcptest.safety.policy import CallContext
from mcptest.wire.session import Session

HINT = "task_tool"
UNKNOWN = "mcptest-no-such-task"
MOST_POLLS = 60
POLL_SECONDS = 0.1
TERMINAL = ("completed", "failed", "cancelled")


class TaskLife:
    """One conversation about tasks; every method is one request."""

    def __init__(self, session: Session, exam: Examination, ctx: Context) -> None:
        self._session = session
        self._exam = exam
        self._ctx = ctx

    async def ask(self, method: str, params: JsonObject) -> JsonObject:
        limit = self._exam.timeout_for(self._ctx.limits.timeout)
        name = params.get("name") if method == "tools/call" else None
        async with may_call(name, self._exam, self._ctx):
            reply = await self._session.request(method, params, timeout=limit)
        return reply_root(self._exam.noticed(reply))

    async def polls(self, task_id: Json) -> list[Json]:
        """What ``tasks/get`` says until the task ends, at most MOST_POLLS times."""
        seen: list[Json] = []
        for _ in range(MOST_POLLS):
            reply = await self.ask("tasks/get", {"taskId": task_id})
            seen.append(reply)
            if status_of(reply) in (None, *TERMINAL):
                break
            await asyncio.sleep(POLL_SECONDS)
        return seen


def status_of(reply: JsonObject) -> Json:
    result = reply.get("result")
    return result.get("status") if isinstance(result, dict) else None


async def open_life(client: JsonObject, exam: Examination, ctx: Context) -> TaskLife:
    """A conversation of its own."""
    session = await ctx.fresh(version=exam.version, client=client_side(client))
    exam.remember(session.transcript)
    return TaskLife(session, exam, ctx)


@asynccontextmanager
async def borrow_life(exam: Examination, ctx: Context) -> AsyncIterator[TaskLife]:
    """A conversation on a process of its own for the tool that the user names, else on any.

    A task can take long, so a process or connection that nobody else waits for is better.
    """
    if HINT in exam.hints:
        yield await open_life({}, exam, ctx)
        return
    free = await _free_session(exam, ctx)
    exam.parking.serve_guest()
    if free is not None:
        exam.remember(free.transcript)
        yield TaskLife(free, exam, ctx)
        return
    async with capable_session(exam, ctx) as session:
        yield TaskLife(session, exam, ctx)


async def _free_session(exam: Examination, ctx: Context) -> Session | None:
    """Of a client that can do everything; None where all processes have other users."""
    client = capable_client(version=exam.version)
    if not (await exam.session(ctx)).link.transport.process:
        return await ctx.fresh(version=exam.version, client=client)
    agreed = await ctx.connections.open_agreed(ctx.server, exam.version, client)
    return agreed or await exam.parking.guest_session(exam, ctx)


def supports_tasks(tool: ToolDescriptor) -> bool:
    """The tool may, or must, be called as a task."""
    return tool.task_support in ("optional", "required")


async def task_call(exam: Examination, ctx: Context) -> tuple[JsonObject, bool]:
    """The params of a call that may become a task, and whether it may be made more than once.

    The tool is the one that the user names, else one that offers tasks.

    Raises: NotSeenError.
    """
    hinted = exam.hints.get(HINT)
    if isinstance(hinted, dict) and isinstance(hinted.get("name"), str):
        return {"name": hinted["name"], "arguments": hinted.get("args", {})}, True
    tools = [tool for tool in await ctx.tools() if supports_tasks(tool)]
    again = {tool.name: ctx.gate.repeatable(ctx.server, tool) for tool in tools}
    for tool in sorted(tools, key=lambda tool: not again[tool.name]):
        made = arguments_for(tool, exam, ctx)
        permit = ctx.gate.decide(ctx.server, tool, CallContext.NEEDS_CALL)
        if isinstance(made, dict) and isinstance(permit, Permit):
            return {"name": tool.name, "arguments": made}, again[tool.name]
    raise NotSeenError(SkipReason.NEEDS_FIXTURE, needs(HINT))
