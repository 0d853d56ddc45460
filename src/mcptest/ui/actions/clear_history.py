"""Forget every call that ended, also those on disk."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    del request
    hub.calls.forget_ended()
    return {}


ACTION = Action("Forget the calls.", _act, {})
