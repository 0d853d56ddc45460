"""A task of the extension that asks for input, answered until it ends."""

from __future__ import annotations

import asyncio
from typing import Final

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.capable import CAPABILITIES
from mcptest.compliance.observe.gated import hinted_call
from mcptest.compliance.observe.input_answers import SAMPLED, retry
from mcptest.compliance.observe.task_life import (
    MOST_POLLS,
    POLL_SECONDS,
    TERMINAL,
    TaskLife,
    open_life,
    status_of,
)
from mcptest.compliance.observe.view import View
from mcptest.compliance.views.task_extension import EXTENSION, task_id_of
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject

HINT: Final = "asking_task_tool"
_CLIENT: Final[JsonObject] = {"capabilities": {**CAPABILITIES, "extensions": {EXTENSION: {}}}}
_ASKS: Final = "input_required"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    call = hinted_call(HINT, exam)
    life = await open_life(_CLIENT, exam, ctx)
    created = await life.ask("tools/call", call)
    task_id = task_id_of(created)
    if task_id is None:
        return {"created": created}
    polls: list[JsonObject] = []
    root: JsonObject = {"created": created, "id": task_id}
    if await _poll(life, task_id, polls) == _ASKS:
        unknown: JsonObject = {"mcptest_unknown": SAMPLED}
        root["extra"] = await life.ask(
            "tasks/update", {"taskId": task_id, "inputResponses": unknown}
        )
        root["updated"] = await _answer(life, task_id, polls)
    return {**root, "polls": list(polls), "status": status_of(polls[-1])}


async def _answer(life: TaskLife, task_id: str, polls: list[JsonObject]) -> list[Json]:
    """Answer every question once; the acknowledgement may come before its effect."""
    answered: set[str] = set()
    replies: list[Json] = []
    while await _poll(life, task_id, polls) == _ASKS and len(polls) < MOST_POLLS:
        asked = polls[-1].get("result")
        given = retry(asked if isinstance(asked, dict) else {})["inputResponses"]
        assert isinstance(given, dict)
        new = {key: value for key, value in given.items() if key not in answered}
        answered |= new.keys()
        if new:
            replies.append(
                await life.ask("tasks/update", {"taskId": task_id, "inputResponses": new})
            )
        else:
            await asyncio.sleep(POLL_SECONDS)
    return replies


async def _poll(life: TaskLife, task_id: str, polls: list[JsonObject]) -> Json:
    """Ask until the task asks or ends, within the bound for the whole task."""
    while True:
        polls.append(await life.ask("tasks/get", {"taskId": task_id}))
        status = status_of(polls[-1])
        if status in (None, _ASKS, *TERMINAL) or len(polls) >= MOST_POLLS:
            return status
        await asyncio.sleep(POLL_SECONDS)


VIEW = View(
    name="task-input",
    summary="The hinted task tool that asks for input, answered until its task ends.",
    members={
        "created": "the reply to the call",
        "id": "of the task",
        "extra": "the reply to tasks/update with an answer that nobody asked for",
        "updated": "the replies to tasks/update with answers",
        "polls": "each answer of tasks/get",
        "status": "the last one",
    },
    look=_look,
)
