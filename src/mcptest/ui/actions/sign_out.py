"""Delete the login of a server on this machine."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import TEXT, Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    live = hub.live(str(request["server"]))
    await hub.sign_ins.sign_out(live)
    return live.document


ACTION = Action("Sign out of a server.", _act, {"server": TEXT})
