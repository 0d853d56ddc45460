"""A run with everything that it said so far."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import NUMBER, Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    return hub.jobs.document(int(str(request["job"])))


ACTION = Action("Look at a run.", _act, {"job": NUMBER})
