"""Search the whole text of the messages."""

from __future__ import annotations

import asyncio

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import NUMBER, TEXT, Action
from mcptest.ui.hub import Hub
from mcptest.ui.messages.searching import matching


async def _act(hub: Hub, request: JsonObject) -> Json:
    after = int(str(request.get("after", 0)))
    frames = [frame for frame in hub.frames.newest(hub.frames.most) if frame.number > after]
    redactors = {name: live.redactor for name, live in hub.servers.items()}
    found = await asyncio.to_thread(matching, frames, str(request["text"]), redactors)
    numbers: list[Json] = list(found)
    return {"numbers": numbers, "last": frames[-1].number if frames else after}


ACTION = Action("Search the messages.", _act, {"text": TEXT, "after": NUMBER}, optional=("after",))
