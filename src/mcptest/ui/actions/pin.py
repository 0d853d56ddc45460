"""Pin a message, so that it stays when the others are forgotten, or let it go."""

from __future__ import annotations

from mcptest.errors import UsageError
from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import FLAG, NUMBER, Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    number = int(str(request["number"]))
    frame = hub.frames.get(number)
    if frame is None:
        raise UsageError("ui-unknown", "the message is no longer kept")
    if request["pinned"] is not True:
        hub.frames.unpin(number)
    elif not hub.frames.pin(frame):
        raise UsageError("ui-busy", "200 messages are pinned; unpin one first")
    hub.feed.put("pinned", {"numbers": list(hub.frames.pinned)})
    return {}


ACTION = Action("Pin a message.", _act, {"number": NUMBER, "pinned": FLAG})
