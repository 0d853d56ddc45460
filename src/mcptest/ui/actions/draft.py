"""Calls or a finding as a test: its assertions, its YAML, and the suite with it added."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import FLAG, NUMBER, TEXT, Action
from mcptest.ui.drafts.suite import draft_test
from mcptest.ui.hub import Hub

_FINDING: JsonObject = {
    "type": "object",
    "properties": {"job": NUMBER, "case": TEXT, "index": NUMBER},
    "required": ["job", "case", "index"],
}


async def _act(hub: Hub, request: JsonObject) -> Json:
    drafted = await draft_test(hub, request)
    if request.get("write") is True:
        return {**drafted.document, **hub.suites.write(drafted.path, drafted.suite, drafted.mark)}
    return drafted.document


ACTION = Action(
    "Save calls or a finding as a test.",
    _act,
    {
        "call": NUMBER,
        "calls": {"type": "array", "items": NUMBER, "minItems": 1, "maxItems": 500},
        "finding": _FINDING,
        "path": TEXT,
        "name": TEXT,
        "chosen": {"type": "array", "items": NUMBER, "maxItems": 200},
        "write": FLAG,
    },
    optional=("call", "calls", "finding", "path", "name", "chosen", "write"),
)
