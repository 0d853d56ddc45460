"""Stop a run; what it found so far is kept."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import NUMBER, Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    job = hub.jobs.get(int(str(request["job"])))
    hub.jobs.stop(job.number)
    return job.summary


ACTION = Action("Stop a run.", _act, {"job": NUMBER})
