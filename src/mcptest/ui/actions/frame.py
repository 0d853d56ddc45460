"""One message with all its bytes, and what HTTP said around it."""

from __future__ import annotations

from mcptest.errors import UsageError
from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import NUMBER, Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    frame = hub.frames.get(int(str(request["number"])))
    if frame is None:
        raise UsageError("ui-unknown", "the message is no longer kept")
    live = hub.live(frame.server)
    text = live.redactor.text(frame.raw.decode("utf-8", "replace"))
    shown: JsonObject = {**frame.summary(live.redactor), "text": text}
    shown["cut"] = frame.size > len(frame.raw)
    shown["http"] = live.heads.document(frame.session, frame.stream, live.redactor)
    return shown


ACTION = Action("Look at a message.", _act, {"number": NUMBER})
