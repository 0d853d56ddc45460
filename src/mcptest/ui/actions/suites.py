"""Every suite of the folder, with its tests."""

from __future__ import annotations

import asyncio

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    del request
    return {"suites": await asyncio.to_thread(hub.suites.all)}


ACTION = Action("List the suites.", _act, {})
