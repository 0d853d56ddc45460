"""How the scripted client performs each kind of step."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import Any

from mcptest.client.scripted.client import ClientDied, ScriptedClient, StepError
from mcptest.client.scripted.faults import Message


def do_step(client: ScriptedClient, step: Message) -> None:
    """One step.

    Raises: StepError.
    """
    kind = step["do"]
    if kind in _LISTS:
        _list_all(client, kind)
    elif kind == "call_tool":
        _call(client, step)
    elif kind == "call_task":
        _call_task(client, step)
    elif kind == "listen":
        _listen(client, step["notifications"])
    elif kind == "at_once":
        _at_once(client, step["steps"])
    elif kind == "wait":
        time.sleep(step["seconds"])
    else:
        method, names = _REQUESTS[kind]
        client.request(method, {name: step[name] for name in names if name in step})


_LISTS = {
    "list_tools": "tools",
    "list_resources": "resources",
    "list_prompts": "prompts",
}
_REQUESTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "read_resource": ("resources/read", ("uri",)),
    "get_prompt": ("prompts/get", ("name", "arguments")),
    "subscribe": ("resources/subscribe", ("uri",)),
    "set_level": ("logging/setLevel", ("level",)),
    "complete": ("completion/complete", ("ref", "argument")),
    "ping": ("ping", ()),
}


def _list_all(client: ScriptedClient, kind: str) -> None:
    what = _LISTS[kind]
    params: Message = {}
    while True:
        result = client.request(f"{what}/list", params)
        if what == "tools":
            known = client.learn(result.get("tools", []))
            client.told.setdefault("_dropped", []).extend(
                tool["name"] for tool in result.get("tools", []) if tool not in known
            )
        cursor = result.get("nextCursor")
        if client.faults.behaves("invent-cursor") and cursor is not None:
            cursor = "page-2"
        if cursor is None or client.faults.behaves("first-page"):
            return
        params = {"cursor": cursor}


def _call(client: ScriptedClient, step: Message) -> None:
    if step["name"] in client.told.get("_dropped", []):
        raise StepError(f"{step['name']} has an invalid definition")
    params: Message = {"name": step["name"], "arguments": step.get("arguments", {})}
    if step.get("progress"):
        token = "one" if client.faults.behaves("one-token") else f"token-{step['progress']}"
        params["_meta"] = {"progressToken": token}
    result = client.request("tools/call", params)
    if step.get("checked") and not client.faults.behaves("trust-structured"):
        _check(result.get("structuredContent"))


def _call_task(client: ScriptedClient, step: Message) -> None:
    """Create the task, poll it as often as the server suggests, and read its result."""
    params: Message = {"name": step["name"], "arguments": {}, "task": {"ttl": 60_000}}
    task = client.request("tools/call", params).get("task")
    if not isinstance(task, dict):
        raise StepError("the call created no task")
    named = {"taskId": task["taskId"]}
    while (task := client.request("tasks/get", named)).get("status") in _RUNNING:
        if not client.faults.behaves("poll-at-once"):
            time.sleep(task.get("pollInterval", 500) / 1000)
    client.request("tasks/result", named)


_RUNNING = ("working", "input_required")


def _listen(client: ScriptedClient, notifications: Message) -> None:
    """Listen until the server ends it; the next step waits for the acknowledgment alone."""

    def whole() -> None:
        with suppress(StepError, ClientDied, OSError, ValueError):  # it may close meanwhile
            client.request("subscriptions/listen", {"notifications": notifications})

    threading.Thread(target=whole, daemon=True).start()
    client.acknowledged.wait(client.told["timeout_ms"] / 1000)


def _check(structured: Any) -> None:
    """The one output schema that steps mark as to be checked."""
    if not isinstance(structured, dict) or not isinstance(structured.get("total"), int):
        raise StepError("structuredContent does not match the outputSchema")


def _at_once(client: ScriptedClient, steps: list[Message]) -> None:
    def attempt(step: Message) -> None:
        with suppress(StepError, ClientDied, OSError):  # the client may die or close meanwhile
            do_step(client, step)

    threads = [threading.Thread(target=attempt, args=(step,)) for step in steps]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
