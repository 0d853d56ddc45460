"""What was seen of a server as a mock: its YAML, and the file."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import FLAG, TEXT, Action
from mcptest.ui.drafts.mock import draft_mock
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    path = str(request["path"])
    made = await draft_mock(hub, hub.live(str(request["server"])), path)
    if request.get("write") is True:
        hub.suites.create(path, made.text)
    left_out: list[Json] = list(made.left_out)
    counts: JsonObject = {"seen": made.seen, "total": made.total, "left_out": left_out}
    return {"path": path, "yaml": made.text, **counts}


ACTION = Action(
    "Save a mock.", _act, {"server": TEXT, "path": TEXT, "write": FLAG}, optional=("write",)
)
