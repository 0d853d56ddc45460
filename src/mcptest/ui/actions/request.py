"""Send a request to a server; the response is told on the feed."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import FLAG, OBJECT, TEXT, Action
from mcptest.ui.consent import require_consent
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    live = hub.live(str(request["server"]))
    method, params = str(request["method"]), request.get("params")
    wanted = params if isinstance(params, dict) else {}
    await live.ready()
    await require_consent(live, method, wanted, confirmed=request.get("confirmed") is True)
    return hub.calls.start(live, method, wanted).summary


ACTION = Action(
    "Send a request.",
    _act,
    {"server": TEXT, "method": TEXT, "params": OBJECT, "confirmed": FLAG},
    optional=("params", "confirmed"),
)
