"""Cancel a call that is under way."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import NUMBER, Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    call = hub.calls.get(int(str(request["call"])))
    hub.calls.cancel(call.number)
    return call.summary


ACTION = Action("Cancel a call.", _act, {"call": NUMBER})
