"""Stop waiting for the browser."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import TEXT, Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    hub.sign_ins.cancel(hub.live(str(request["server"])))
    return {}


ACTION = Action("Cancel a sign-in.", _act, {"server": TEXT})
