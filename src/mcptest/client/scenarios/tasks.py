"""A tool that is called as a task: created, polled, and read."""

from __future__ import annotations

from typing import Final

from mcptest.client.offer import ADD, ECHO, NAME, text, tool
from mcptest.client.scenario import LIST_TOOLS, Scenario, echo
from mcptest.client.turn import Turn
from mcptest.mock.manifest.definition import MockDefinition
from mcptest.mock.rpc import METHOD_NOT_FOUND
from mcptest.model.json import JsonObject, MaybeJson
from mcptest.model.spec_version import SpecVersion

TASK: Final = "mcptest-task"
RELATED: Final = "io.modelcontextprotocol/related-task"
POLL_MS: Final = 400
_POLLS: Final = 3  # the one that finds the task completed
_BEGUN: Final = "2026-01-01T00:00:00Z"
REPORT: Final = tool("report", "Write a report, which takes a while.", response=text("done"))


async def _play(turn: Turn) -> MaybeJson:
    if turn.tool == "report":
        if "task" not in turn.params:
            return turn.error(METHOD_NOT_FOUND, "report can only be called as a task")
        return turn.result({"task": _task("working")})
    if turn.method == "tools/list":
        return turn.result({"tools": [_marked(entry) for entry in _listed(turn)]})
    if turn.method == "tasks/get":
        ready = turn.number_of("poll") >= _POLLS
        return turn.result(_task("completed" if ready else "working"))
    if turn.method == "tasks/result":
        done: JsonObject = {"type": "text", "text": "done"}
        return turn.result({"content": [done], "_meta": {RELATED: {"taskId": TASK}}})
    if turn.method == "tasks/list":
        return turn.result({"tasks": [_task("working")]})
    return turn.result(_task("cancelled")) if turn.method == "tasks/cancel" else turn.healthy()


def _listed(turn: Turn) -> list[JsonObject]:
    tools = turn.healthy_at(turn.params).get("tools")
    return [entry for entry in tools if isinstance(entry, dict)] if isinstance(tools, list) else []


def _marked(entry: JsonObject) -> JsonObject:
    """The list of a mock has what every revision knows, and this is only in one."""
    marks: JsonObject = {"execution": {"taskSupport": "required"}}
    return {**entry, **marks} if entry["name"] == REPORT.name else entry


def _task(status: str) -> JsonObject:
    return {
        "taskId": TASK,
        "status": status,
        "createdAt": _BEGUN,
        "lastUpdatedAt": _BEGUN,
        "ttl": 60_000,
        "pollInterval": POLL_MS,
    }


SCENARIO = Scenario(
    name="tasks",
    title="A call as a task",
    summary="A tool can only be called as a task, which the client polls until it is done.",
    first=SpecVersion.V2025_11_25,
    last=SpecVersion.V2025_11_25,
    offer=MockDefinition(name=NAME, tools=(ECHO, ADD, REPORT)),
    capabilities={"tasks": {"requests": {"tools": {"call": {}}}, "cancel": {}, "list": {}}},
    steps=(LIST_TOOLS, echo("one"), {"do": "call_task", "name": "report"}, echo("two")),
    play=_play,
)
