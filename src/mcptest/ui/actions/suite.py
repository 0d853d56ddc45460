"""The text of a suite."""

from __future__ import annotations

import asyncio

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import TEXT, Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    return await asyncio.to_thread(hub.suites.read, str(request["path"]))


ACTION = Action("Read a suite.", _act, {"path": TEXT})
