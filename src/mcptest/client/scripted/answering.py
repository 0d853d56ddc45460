"""How the scripted client answers the server: ping, roots, sampling and elicitation."""

from __future__ import annotations

from typing import Any

from mcptest.client.scripted.faults import Message

NOT_FOUND, INVALID = -32601, -32602


class Refused(Exception):  # noqa: N818 - a request that is answered with an error
    """An error response."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


def capabilities(client: Message, revision: str) -> Message:
    """What the client declares, from what it is told to answer."""
    made: Message = {}
    if "roots" in client:
        made["roots"] = {"listChanged": True}
    if "sampling" in client:
        made["sampling"] = {"tools": {}} if client["sampling"].get("tools") else {}
    if "elicitation" in client:
        modes = client["elicitation"].get("modes", ["form"])
        made["elicitation"] = {m: {} for m in modes} if revision >= "2025-11-25" else {}
    return made


def answer(method: str, params: Message, client: Message) -> Message:
    """The result of a request of the server.

    Raises: Refused.
    """
    if method == "ping":
        return {}
    if method == "roots/list" and "roots" in client:
        return {"roots": client["roots"]}
    if method == "sampling/createMessage" and "sampling" in client:
        return _sampled(params, client["sampling"])
    if method == "elicitation/create" and "elicitation" in client:
        return _elicited(params, client["elicitation"])
    raise Refused(NOT_FOUND, f"unknown method: {method}")


def _sampled(params: Message, told: Message) -> Message:
    if ("tools" in params or "toolChoice" in params) and not told.get("tools"):
        raise Refused(INVALID, "tools are not supported")
    for message in params.get("messages", []):
        content = message.get("content")
        kinds = {block.get("type") for block in content} if isinstance(content, list) else set()
        if "tool_result" in kinds and len(kinds) > 1:
            raise Refused(INVALID, "tool results are mixed with other content")
    return {
        "role": "assistant",
        "content": {"type": "text", "text": "Four."},
        "model": "scripted",
        "stopReason": "endTurn",
    }


def _elicited(params: Message, told: Message) -> Message:
    mode = params.get("mode", "form")
    if mode not in told.get("modes", ["form"]):
        raise Refused(INVALID, f"elicitation mode {mode} is not supported")
    action = told.get("action", "accept")
    if action != "accept" or mode == "url":
        return {"action": action}
    schema = params.get("requestedSchema", {})
    return {"action": "accept", "content": _filled(schema, told.get("content", {}))}


def _filled(schema: Message, content: Message) -> Message:
    made: Message = {}
    for name, part in schema.get("properties", {}).items():
        if name in content:
            made[name] = content[name]
        elif "default" in part:
            made[name] = part["default"]
        elif name in schema.get("required", []):
            made[name] = _any(part)
    return made


def _any(part: Message) -> Any:
    if "enum" in part:
        return part["enum"][0]
    if "oneOf" in part:
        return part["oneOf"][0]["const"]
    return {"integer": 1, "number": 1.5, "boolean": True, "array": []}.get(part["type"], "text")
