"""Check arguments against a tool's schema before they are sent."""

from __future__ import annotations

import asyncio

from mcptest.model.json import Json, JsonObject, Missing
from mcptest.ui.action import NAME, OBJECT, TEXT, Action
from mcptest.ui.catalog import check_arguments
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    tool = await hub.live(str(request["server"])).tool(str(request["tool"]))
    if tool is None or isinstance(tool.input_schema, Missing):
        return {"errors": []}
    found = await asyncio.to_thread(check_arguments, tool.input_schema, request["arguments"])
    return {"errors": found}


ACTION = Action("Check arguments.", _act, {"server": TEXT, "tool": NAME, "arguments": OBJECT})
