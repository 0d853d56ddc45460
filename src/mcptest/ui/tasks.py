"""Follow a call that runs as a task until it ends, then get its result.

The client asks for one at 2025-11-25; with the tasks extension, the server decides.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeAlias

from mcptest.errors import TargetError
from mcptest.model.json import MISSING, Json, JsonObject
from mcptest.wire.reply import Reply
from mcptest.wire.session import Session

ENDED: Final = ("completed", "failed", "cancelled")
TASK_FACTS: Final = (  # in both designs; the rest is what the task was for
    "taskId",
    "status",
    "statusMessage",
    "createdAt",
    "lastUpdatedAt",
    "ttl",
    "ttlMs",
    "pollInterval",
    "pollIntervalMs",
)
_SOONEST, _LATEST = 0.2, 10.0
_WITHIN: Final = 30.0

# Takes what the server asks for by key, and gives the responses by key.
Inputs: TypeAlias = "Callable[[JsonObject], Awaitable[JsonObject]]"


def task_of(reply: Reply) -> JsonObject | None:
    """The task that a server created for a call; None where it responded at once."""
    result = reply.result if isinstance(reply.result, dict) else {}
    task = result.get("task")
    return task if isinstance(task, dict) and isinstance(task.get("taskId"), str) else None


async def result_of_task(
    session: Session, task: JsonObject, tell: Callable[[JsonObject], None], limit: float
) -> Reply:
    """What the call would have returned; the server is asked how far it is meanwhile.

    ``tasks/result`` waits, and is also how a server gets to ask for input. Cancelling it cancels
    the task.
    """
    named: JsonObject = {"taskId": task["taskId"]}
    tell(task)
    polling = asyncio.ensure_future(_poll(session, task, tell))
    try:
        return await session.request("tasks/result", named, timeout=limit)
    except asyncio.CancelledError:
        await session.request("tasks/cancel", named, timeout=_WITHIN)
        raise
    finally:
        polling.cancel()
        with suppress(asyncio.CancelledError):
            await polling


def extension_task_of(reply: Reply) -> JsonObject | None:
    """The task of the extension that a call became."""
    result = reply.result if isinstance(reply.result, dict) else {}
    named = result.get("resultType") == "task" and isinstance(result.get("taskId"), str)
    return result if named else None


async def result_of_extension_task(
    session: Session, task: JsonObject, tell: Callable[[JsonObject], None], inputs: Inputs
) -> Reply:
    """The same with the tasks extension, where ``tasks/get`` has the result.

    Raises: TargetError where the server cancelled the task.
    """
    named: JsonObject = {"taskId": task["taskId"]}
    asked: set[str] = set()
    tell(task)
    try:
        while True:
            await asyncio.sleep(_pause(task.get("pollIntervalMs")))
            reply = await session.request("tasks/get", named, timeout=_WITHIN)
            if not isinstance(reply.result, dict) or reply.result.get("taskId") != named["taskId"]:
                return reply
            task = reply.result
            tell(task)
            if task.get("status") in ENDED:
                return _outcome(reply, task)
            new = _new_inputs(task, asked)
            if new:
                answered: JsonObject = {**named, "inputResponses": await inputs(new)}
                await session.request("tasks/update", answered, timeout=_WITHIN)
    except asyncio.CancelledError:
        await session.request("tasks/cancel", named, timeout=_WITHIN)
        raise


def _new_inputs(task: JsonObject, asked: set[str]) -> JsonObject:
    """What is asked for the first time; keys are never used again in a task."""
    wanted = task.get("inputRequests") if task.get("status") == "input_required" else None
    new = (
        {key: one for key, one in wanted.items() if key not in asked}
        if isinstance(wanted, dict)
        else {}
    )
    asked.update(new)
    return new


def _outcome(reply: Reply, task: JsonObject) -> Reply:
    """What the call would have returned."""
    if task.get("status") == "completed":
        return replace(reply, method="tools/call", result=task.get("result", MISSING))
    if task.get("status") == "failed":
        return replace(reply, method="tools/call", result=MISSING, error=task.get("error", MISSING))
    said = task.get("statusMessage")
    raise TargetError(
        "ui-task-cancelled", f"the server cancelled the task{f': {said}' if said else ''}"
    )


async def _poll(session: Session, task: JsonObject, tell: Callable[[JsonObject], None]) -> None:
    named: JsonObject = {"taskId": task["taskId"]}
    while task.get("status") not in ENDED:
        await asyncio.sleep(_pause(task.get("pollInterval")))
        reply = await session.request("tasks/get", named, timeout=_WITHIN)
        if not isinstance(reply.result, dict):
            return
        task = reply.result
        tell(task)


def _pause(interval: Json) -> float:
    """As often as the server wants, within reason."""
    known = isinstance(interval, int | float) and not isinstance(interval, bool)
    seconds = float(str(interval)) / 1000 if known else 1.0
    return min(max(seconds, _SOONEST), _LATEST)
