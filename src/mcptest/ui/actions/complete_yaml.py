"""Keys and values for the cursor of the suite editor."""

from __future__ import annotations

import asyncio

from mcptest.model.json import Json, JsonObject
from mcptest.plan import suite_schema
from mcptest.ui.action import LONG, NUMBER, Action
from mcptest.ui.editor.completion import suggestions
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    text, line, column = str(request["text"]), request["line"], request["column"]
    tools = [name for live in hub.servers.values() for name in live.tools if name]
    known = {"tool": tools, "server": list(hub.servers)}
    typed, found = await asyncio.to_thread(
        suggestions, suite_schema(), text, int(str(line)), int(str(column)), known
    )
    items: list[Json] = [
        {"label": one.label, "insert": one.insert, "about": one.about} for one in found
    ]
    return {"typed": typed, "items": items}


ACTION = Action("Complete a suite.", _act, {"text": LONG, "line": NUMBER, "column": NUMBER})
