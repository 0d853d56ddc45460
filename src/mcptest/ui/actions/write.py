"""Write a suite that was edited."""

from __future__ import annotations

import asyncio

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import LONG, TEXT, Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    path, text, mark = (str(request[name]) for name in ("path", "text", "mark"))
    return await asyncio.to_thread(hub.suites.write, path, text, mark)


ACTION = Action("Write a suite.", _act, {"path": TEXT, "text": LONG, "mark": TEXT})
