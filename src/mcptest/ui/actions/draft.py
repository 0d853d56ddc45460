"""A call as a test: its assertions, its YAML, and the suite with it added."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import FLAG, NUMBER, TEXT, Action
from mcptest.ui.drafting import draft_call
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    drafted = await draft_call(hub, request)
    if request.get("write") is True:
        return {**drafted.document, **hub.suites.write(drafted.path, drafted.suite, drafted.mark)}
    return drafted.document


ACTION = Action(
    "Save a call as a test.",
    _act,
    {
        "call": NUMBER,
        "path": TEXT,
        "name": TEXT,
        "chosen": {"type": "array", "items": NUMBER, "maxItems": 200},
        "write": FLAG,
    },
    optional=("path", "name", "chosen", "write"),
)
