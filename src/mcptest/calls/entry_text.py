"""Write one call as an entry that can be pasted into a suite."""

from __future__ import annotations

import json

from mcptest.calls.reply import joined_text
from mcptest.model.escape import visible
from mcptest.model.json import Json, JsonObject, Missing
from mcptest.wire.reply import Reply

_BLOCKS = {"tools/call": "tools", "resources/read": "resources", "prompts/get": "prompts"}
_LONG = 200


def entry_text(method: str, params: JsonObject, reply: Reply) -> str:
    """The block, one entry, and what was seen as its expectation. JSON is YAML."""
    subject = params.get("uri", params.get("name"))
    key = {"tools/call": "tool", "resources/read": "uri", "prompts/get": "prompt"}[method]
    lines = [f"{_BLOCKS[method]}:", f"  - name: {_flow(f'{subject} responds')}"]
    lines.append(f"    {key}: {_flow(subject)}")
    if params.get("arguments"):
        lines.append(f"    args: {_flow(params['arguments'])}")
    lines.append("    expect:")
    lines += [f"      - {_flow(expectation)}" for expectation in _expectations(reply)]
    return "\n".join(lines) + "\n"


def _flow(value: Json) -> str:
    """JSON is YAML, and so are the escapes of what must not be seen; ``$${`` is a plain ``${``."""
    return visible(json.dumps(value, ensure_ascii=False).replace("${", "$${"))


def _expectations(reply: Reply) -> list[JsonObject]:
    if not isinstance(reply.error, Missing):
        code = reply.error.get("code") if isinstance(reply.error, dict) else None
        return [{"target": "error.code", "matcher": {"exact": code}}]
    if not isinstance(reply.result, dict):
        return [{"target": "result", "matcher": {"present": True}}]
    found: list[JsonObject] = [{"target": "error", "matcher": {"absent": True}}]
    if reply.result.get("isError") is True:
        found.append({"target": "result.isError", "matcher": {"exact": True}})
    text = joined_text(reply.result)
    if isinstance(text, str) and text:
        matcher: JsonObject = (
            {"exact": text} if len(text) <= _LONG else {"starts-with": text[:_LONG]}
        )
        found.append({"target": "text", "matcher": matcher})
    if "structuredContent" in reply.result:
        exact: JsonObject = {"exact": reply.result["structuredContent"]}
        found.append({"target": "result.structuredContent", "matcher": exact})
    return found
