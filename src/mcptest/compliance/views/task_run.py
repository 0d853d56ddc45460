"""A tool called as a task of 2025-11-25, followed to its end, and what is wrong about tasks."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.task_life import UNKNOWN, TaskLife, borrow_life, task_call
from mcptest.compliance.observe.view import View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject

_TTL = 60_000


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    call, again = await task_call(exam, ctx)
    async with borrow_life(exam, ctx) as life:
        return await _live({**call, "task": {"ttl": _TTL}}, life, again=again)


async def _live(task: JsonObject, life: TaskLife, *, again: bool) -> JsonObject:
    root: JsonObject = {"created": await life.ask("tools/call", task)}
    if again:
        root["second"] = await life.ask("tools/call", task)
    root |= {
        "unknown_get": await life.ask("tasks/get", {"taskId": UNKNOWN}),
        "unknown_result": await life.ask("tasks/result", {"taskId": UNKNOWN}),
        "unknown_cancel": await life.ask("tasks/cancel", {"taskId": UNKNOWN}),
    }
    task_id = _task_id(root["created"])
    if task_id is not None:
        root |= await _follow(life, task_id)
    return root


async def _follow(life: TaskLife, task_id: str) -> JsonObject:
    root: JsonObject = {"id": task_id}
    root["polls"] = await life.polls(task_id)
    root["listed"] = await life.ask("tasks/list", {})
    root["bad_cursor"] = await life.ask("tasks/list", {"cursor": "mcptest-no-such-cursor"})
    root["result"] = await life.ask("tasks/result", {"taskId": task_id})
    root["late_cancel"] = await life.ask("tasks/cancel", {"taskId": task_id})
    root["after"] = await life.ask("tasks/get", {"taskId": task_id})
    return root


def _task_id(created: Json) -> str | None:
    result = created.get("result") if isinstance(created, dict) else None
    task = result.get("task") if isinstance(result, dict) else None
    found = task.get("taskId") if isinstance(task, dict) else None
    return found if isinstance(found, str) else None


VIEW = View(
    name="task-run",
    summary="The hinted task tool (or one that offers tasks) called as a task, up to its end.",
    members={
        "created": "the reply to the call",
        "second": "the reply to the same call once more, where it may be made twice",
        "id": "of the first task",
        "polls": "each answer of tasks/get",
        "listed": "tasks/list while the task is known",
        "bad_cursor": "tasks/list with a cursor that nobody gave",
        "result": "tasks/result",
        "late_cancel": "tasks/cancel after the end",
        "after": "tasks/get after that",
        "unknown_get": "tasks/get for a task that nobody has",
        "unknown_result": "tasks/result for it",
        "unknown_cancel": "tasks/cancel for it",
    },
    look=_look,
    apart=True,
)
