"""Send a request for an app, if a person agreed to it."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import OBJECT, TEXT, Action
from mcptest.ui.apps.requests import require_agreement
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    app = hub.apps.get(str(request["app"]))
    live = hub.live(app.server)
    method, params = str(request["method"]), request.get("params")
    wanted = params if isinstance(params, dict) else {}
    await live.ready()
    agreed = str(request.get("agreed", ""))
    await require_agreement(live, app, method, wanted, agreed=agreed)
    return hub.calls.start(live, method, wanted).summary


ACTION = Action(
    "Send a request for an app.",
    _act,
    {"app": TEXT, "method": TEXT, "params": OBJECT, "agreed": {"enum": ["once", "always"]}},
    optional=("params", "agreed"),
)
