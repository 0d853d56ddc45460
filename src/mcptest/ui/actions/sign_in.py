"""Begin to sign in to a server: the page gets the address to open, never a token."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import TEXT, Action
from mcptest.ui.hub import Hub
from mcptest.ui.signing.choice import TAKES, read_choice


async def _act(hub: Hub, request: JsonObject) -> Json:
    live = hub.live(str(request["server"]))
    return {"address": await hub.sign_ins.start(live, read_choice(request))}


ACTION = Action("Sign in to a server.", _act, {"server": TEXT, **TAKES}, optional=tuple(TAKES))
