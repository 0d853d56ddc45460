"""Check the text of a suite before it is written."""

from __future__ import annotations

import asyncio

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import LONG, TEXT, Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    return await asyncio.to_thread(hub.suites.check, str(request["path"]), str(request["text"]))


ACTION = Action("Check a suite.", _act, {"path": TEXT, "text": LONG})
