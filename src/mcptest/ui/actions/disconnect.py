"""Close the session with a server."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import TEXT, Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    live = hub.live(str(request["server"]))
    await live.disconnect()
    return live.document


ACTION = Action("Close a session.", _act, {"server": TEXT})
