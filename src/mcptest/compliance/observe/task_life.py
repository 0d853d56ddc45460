"""The life of one task over the wire: made, asked after until it ends, and asked for wrongly."""

from __future__ import annotations

import asyncio

from mcptest.compliance.observe.connection import client_side
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.gated import may_call
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject, Missing
from mcptest.model.outcome import SkipReason
from mcptest.wire.session import Session

UNKNOWN = "mcptest-no-such-task"
MOST_POLLS = 20
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


async def task_call(exam: Examination, ctx: Context) -> JsonObject:
    """The params of a call that may become a task: the hinted tool, else one that offers it.

    Raises: NotSeenError.
    """
    hinted = exam.hints.get("task_tool")
    if isinstance(hinted, dict) and isinstance(hinted.get("name"), str):
        return {"name": hinted["name"], "arguments": hinted.get("args", {})}
    from mcptest.schema.synth import synthesize

    for tool in await ctx.tools():
        execution = tool.raw.get("execution") if isinstance(tool.raw, dict) else None
        support = execution.get("taskSupport") if isinstance(execution, dict) else None
        if support in ("optional", "required") and ctx.gate.repeatable(ctx.server, tool):
            schema, folder = tool.input_schema, ctx.gate.folder_for(tool)
            made = {} if isinstance(schema, Missing) else synthesize(schema, folder=folder).value
            if isinstance(made, dict):
                return {"name": tool.name, "arguments": made}
    text = "needs a hint: compliance.hints.task_tool"
    raise NotSeenError(SkipReason.NEEDS_FIXTURE, text)
