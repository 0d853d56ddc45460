"""The report of a finished run, in a format of ``mcptest report``."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import NUMBER, Action
from mcptest.ui.hub import Hub

FORMATS = ("html", "json", "junit", "markdown", "sarif", "text")


async def _act(hub: Hub, request: JsonObject) -> Json:
    name = str(request["format"])
    return {"format": name, "text": await hub.jobs.report(int(str(request["job"])), name)}


ACTION = Action("Read a report.", _act, {"job": NUMBER, "format": {"enum": list(FORMATS)}})
