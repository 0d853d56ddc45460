"""Open a session with a server, at the revision that was chosen."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.plan.revision import parse_version
from mcptest.ui.action import TEXT, Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    live = hub.live(str(request["server"]))
    wanted = request.get("revision")
    await live.connect(parse_version(f"v{wanted}") if wanted else None)
    return live.document


ACTION = Action("Open a session.", _act, {"server": TEXT, "revision": TEXT}, optional=("revision",))
