"""Forget every message so far."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    del request
    hub.frames.clear()
    hub.feed.put("cleared", {})
    return {}


ACTION = Action("Forget the messages.", _act, {})
