"""The steps that a driver may be asked to take, done by the scripted client."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import Any

from mcptest.client.scripted.client import ScriptedClient, StepError
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


def _check(structured: Any) -> None:
    """The one output schema that steps mark as to be checked."""
    if not isinstance(structured, dict) or not isinstance(structured.get("total"), int):
        raise StepError("structuredContent does not match the outputSchema")


def _at_once(client: ScriptedClient, steps: list[Message]) -> None:
    def attempt(step: Message) -> None:
        with suppress(StepError):
            do_step(client, step)

    threads = [threading.Thread(target=attempt, args=(step,)) for step in steps]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
