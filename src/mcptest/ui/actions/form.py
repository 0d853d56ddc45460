"""The form of a tool, with arguments that its schema accepts."""

from __future__ import annotations

import asyncio

from mcptest.errors import UsageError
from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import FLAG, NAME, TEXT, Action
from mcptest.ui.catalog import form_document
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    live = hub.live(str(request["server"]))
    tool = await live.tool(str(request["tool"]))
    if tool is None:
        raise UsageError("ui-unknown", f"the server has no tool {request['tool']!r}")
    fill = request.get("all") is True
    drawn = await asyncio.to_thread(form_document, tool, all_arguments=fill)
    return {**drawn, "last": hub.calls.last_arguments(live, tool.name)}


ACTION = Action(
    "Form of a tool.", _act, {"server": TEXT, "tool": NAME, "all": FLAG}, optional=("all",)
)
