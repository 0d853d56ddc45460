"""Calls as tasks: whether they were offered, and how the client polls them."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.client.arranging import answers, at, heard, kind_of, part
from mcptest.client.conversation import key_of
from mcptest.client.log import ClientLog
from mcptest.client.view import ClientView
from mcptest.model.json import Json, JsonObject

_RELATED = "io.modelcontextprotocol/related-task"
_BY_ID = ("tasks/get", "tasks/result", "tasks/cancel")
_HALF = 2000  # a poll is early only before half of the interval, in milliseconds for each second


def _look(log: ClientLog) -> JsonObject:
    return {
        "calls": list[Json](_calls(log)),
        "polls": list[Json](_polls(log)),
        "named": [
            {
                "message": message,
                "method": message["method"],
                "related": part(message, "params", "_meta", _RELATED) is not None,
            }
            for _, message in heard(log)
            if message.get("method") in _BY_ID and kind_of(message) == "request"
        ],
    }


def _calls(log: ClientLog) -> Iterator[JsonObject]:
    """Each call of a tool, with what the client could know about tasks by then."""
    opened = offered = False
    support: dict[Json, Json] = {}  # by the name of the tool
    for entry in log.of("heard", "told"):
        for message in _objects(entry["message"]):
            if entry["kind"] == "told":
                opened = opened or part(message, "result", "capabilities") is not None
                offered = offered or _offers(message)
                for tool in _list(part(message, "result", "tools")):
                    support[part(tool, "name")] = part(tool, "execution", "taskSupport")
            elif message.get("method") == "tools/call" and kind_of(message) == "request":
                params = message.get("params")
                name = part(params, "name")
                yield {
                    "message": message,
                    "name": name,
                    "as_task": isinstance(params, dict) and "task" in params,
                    "opened": opened,
                    "offered": offered,
                    "listed": isinstance(name, str) and name in support,
                    "support": support.get(name) if isinstance(name, str) else None,
                }


def _objects(message: Json) -> list[JsonObject]:
    whole = message if isinstance(message, list) else [message]
    return [one for one in whole if isinstance(one, dict)]


def _offers(message: JsonObject) -> bool:
    tools = part(message, "result", "capabilities", "tasks", "requests", "tools")
    return part(tools, "call") is not None


def _polls(log: ClientLog) -> Iterator[JsonObject]:
    """Each poll after the first one of a task."""
    done = answers(log)
    last: dict[tuple[Json, str], JsonObject] = {}
    for entry, message in heard(log):
        if message.get("method") != "tasks/get" or kind_of(message) != "request":
            continue
        task = (entry["conversation"], str(part(message, "params", "taskId")))
        before = last.get(task)
        interval = part(before, "message", "result", "pollInterval") if before else None
        if before is not None and isinstance(interval, int):
            passed = at(entry) - at(before)
            early = passed * _HALF < interval
            yield {"message": message, "interval": interval, "early": early}
        reply = done.get((entry["conversation"], *key_of(message.get("id"))))
        if reply is not None:
            last[task] = reply


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


VIEW = ClientView(
    name="tasks",
    summary="Calls as tasks: whether they were offered, and how the client polls them.",
    members={
        "calls": "each tools/call: message, name, as_task, opened, offered, listed, support",
        "polls": "each tasks/get after the first of a task: message, interval, early",
        "named": "each tasks/get, tasks/result and tasks/cancel: message, method, related",
    },
    look=_look,
)
