"""Read-only tools called at the same time, each with a progress token of its own."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.gated import may_call
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, Missing
from mcptest.model.outcome import SkipReason
from mcptest.schema.pointer import follow_pointer

MOST_CALLS = 2


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    hinted = await _hinted(exam, ctx)
    calls = [*hinted, *_worked(await exam.see("calls", ctx))][:MOST_CALLS]
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(_call(name, arguments, number, exam, ctx))
            for number, (name, arguments) in enumerate(calls)
        ]
    items: list[Json] = [item for task in tasks if (item := task.result()) is not None]
    if not items:
        raise NotSeenError(SkipReason.REFUSED_BY_POLICY, "no tool could be called")
    return {"items": items}


async def _hinted(exam: Examination, ctx: Context) -> list[tuple[str, Json]]:
    """The tool that is known to report progress, twice, so that two of it run at once."""
    if "progress_tool" in exam.fixtures.once:
        return []
    hint = exam.hints.get("progress_tool")
    name = hint.get("name") if isinstance(hint, dict) else None
    if not isinstance(hint, dict) or not isinstance(name, str):
        return []
    shown = await _shown(exam, ctx)
    return [(name, hint.get("args", {}) if isinstance(shown, Missing) else shown)] * MOST_CALLS


async def _shown(exam: Examination, ctx: Context) -> MaybeJson:
    """The arguments with which the tool was seen to report, often in less time."""
    with suppress(NotSeenError):
        return follow_pointer(await exam.see("progress", ctx), "/text/request/params/arguments")
    return MISSING


def _worked(calls: JsonObject) -> list[tuple[str, Json]]:
    items = calls.get("items")
    return [
        (str(item["tool"]), item["arguments"])
        for item in (items if isinstance(items, list) else ())
        if isinstance(item, dict) and item.get("form") == "result"
    ]


async def _call(
    name: str, arguments: Json, number: int, exam: Examination, ctx: Context
) -> JsonObject | None:
    session = await exam.session(ctx)
    token: JsonObject = {"progressToken": f"mcptest-marked-{number}"}
    params: JsonObject = {"name": name, "arguments": arguments, "_meta": token}
    try:
        async with may_call(name, exam, ctx):
            limit = exam.timeout_for(ctx.limits.timeout)
            reply = exam.noticed(await session.request("tools/call", params, timeout=limit))
    except NotSeenError:
        return None
    return {"tool": name, "arguments": arguments, **reply_root(reply)}


VIEW = View(
    name="marked-calls",
    summary="Calls of up to two read-only tools at once, each with a progress token.",
    members={"items": "one for each call: tool, arguments, form, result, error, notifications"},
    look=_look,
)
