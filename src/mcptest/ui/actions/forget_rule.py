"""Ask a person again instead of answering by a rule."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import TEXT, Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    hub.questions.set_rule(str(request["server"]), str(request["method"]), None)
    return {}


ACTION = Action("Drop a rule.", _act, {"server": TEXT, "method": TEXT})
