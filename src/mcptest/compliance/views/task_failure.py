"""A tool that fails, called so that it becomes a task of the extension, followed to its end."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.gated import hinted_call
from mcptest.compliance.observe.task_life import open_life
from mcptest.compliance.observe.view import View
from mcptest.compliance.views.task_extension import CLIENT, task_id_of
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject

_HINT = "failing_task_tool"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    call = hinted_call(_HINT, exam)
    life = await open_life(CLIENT, exam, ctx)
    created = await life.ask("tools/call", call)
    task_id = task_id_of(created)
    if task_id is None:
        return {"created": created}
    polls = await life.polls(task_id)
    return {"created": created, "polls": polls, "last": polls[-1]}


VIEW = View(
    name="task-failure",
    summary="The hinted failing task tool, called by a client with the tasks extension.",
    members={
        "created": "the reply to the call",
        "polls": "each answer of tasks/get",
        "last": "the last one",
    },
    look=_look,
)
