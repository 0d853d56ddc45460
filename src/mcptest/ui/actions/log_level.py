"""Ask for log messages of a level with each later tool call; only the stateless era does so."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import TEXT, Action
from mcptest.ui.hub import Hub

LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")


async def _act(hub: Hub, request: JsonObject) -> Json:
    live = hub.live(str(request["server"]))
    live.log_level = str(request["level"]) or None
    return {}


ACTION = Action("Choose the log level.", _act, {"server": TEXT, "level": {"enum": ["", *LEVELS]}})
