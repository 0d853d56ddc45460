"""A tool that becomes a task of the extension, followed to its end, and what is wrong about it."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.found_fixtures import needs
from mcptest.compliance.observe.task_life import HINT, UNKNOWN, TaskLife, open_life, task_call
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason

EXTENSION = "io.modelcontextprotocol/tasks"
CLIENT: JsonObject = {"capabilities": {"extensions": {EXTENSION: {}}}}


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    call, again = await task_call(exam, ctx)
    if not again:
        raise NotSeenError(SkipReason.NEEDS_FIXTURE, needs(HINT))
    life = await open_life(CLIENT, exam, ctx)
    stranger = await open_life({}, exam, ctx)
    root: JsonObject = {
        "created": await life.ask("tools/call", call),
        "undeclared_call": await stranger.ask("tools/call", call),
        "undeclared_get": await stranger.ask("tasks/get", {"taskId": UNKNOWN}),
        "undeclared_cancel": await stranger.ask("tasks/cancel", {"taskId": UNKNOWN}),
        "undeclared_update": await stranger.ask("tasks/update", _answers(UNKNOWN)),
        "unknown_get": await life.ask("tasks/get", {"taskId": UNKNOWN}),
        "old_result": await life.ask("tasks/result", {"taskId": UNKNOWN}),
        "old_list": await life.ask("tasks/list", {}),
    }
    task_id = task_id_of(root["created"])
    if task_id is not None:
        root |= await _follow(life, task_id)
    return root


async def _follow(life: TaskLife, task_id: str) -> JsonObject:
    return {
        "id": task_id,
        "polls": await life.polls(task_id),
        "updated": await life.ask("tasks/update", _answers(task_id)),
        "cancelled": await life.ask("tasks/cancel", {"taskId": task_id}),
        "again": await life.ask("tasks/get", {"taskId": task_id}),
    }


def _answers(task_id: str) -> JsonObject:
    return {"taskId": task_id, "inputResponses": {}}


def task_id_of(created: Json) -> str | None:
    """The id of the task that a call became, if it did."""
    result = created.get("result") if isinstance(created, dict) else None
    if not isinstance(result, dict) or result.get("resultType") != "task":
        return None
    found = result.get("taskId")
    return found if isinstance(found, str) else None


VIEW = View(
    name="task-extension",
    summary="The hinted task tool called by a client with the tasks extension, up to its end.",
    members={
        "created": "the reply to the call",
        "id": "of the task",
        "polls": "each answer of tasks/get, the first one at once",
        "updated": "tasks/update without answers",
        "cancelled": "tasks/cancel",
        "again": "tasks/get after that",
        "undeclared_call": "the call by a client without the extension",
        "undeclared_get": "tasks/get by that client",
        "undeclared_cancel": "tasks/cancel by that client",
        "undeclared_update": "tasks/update by that client",
        "unknown_get": "tasks/get for a task that nobody has",
        "old_result": "tasks/result, which is gone",
        "old_list": "tasks/list, which is gone",
    },
    look=_look,
    apart=True,
)
