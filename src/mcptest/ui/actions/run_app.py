"""Make an app ready for its frame, with or without what it declares."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import FLAG, TEXT, Action
from mcptest.ui.apps.content_policy import SANDBOX, frame_permissions
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    app = hub.apps.get(str(request["app"]))
    app.outside = request["outside"] is True
    return {
        "address": f"{hub.apps.origin}/{app.key}",
        "sandbox": SANDBOX,
        "allow": frame_permissions(app.granted),
        "policy": hub.apps.policy(app),
    }


ACTION = Action("Run an app in its frame.", _act, {"app": TEXT, "outside": FLAG})
