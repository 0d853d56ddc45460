"""Read an app from its server; it does not run yet."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import TEXT, Action
from mcptest.ui.apps.reading import read_app
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    live, uri = hub.live(str(request["server"])), str(request["uri"])
    html, declared = await read_app(live, uri, hub.apps.page)
    app = hub.apps.add(live.name, uri, html, declared)
    return {"app": app.key, "asks": declared.asks, "size": len(html), **declared.document}


ACTION = Action("Read an app.", _act, {"server": TEXT, "uri": TEXT})
