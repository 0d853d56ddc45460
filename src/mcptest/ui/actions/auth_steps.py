"""Each step between a request without a token and a token."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import TEXT, Action
from mcptest.ui.hub import Hub
from mcptest.ui.signing.choice import TAKES, read_choice
from mcptest.ui.signing.sign_in import steps_document


async def _act(hub: Hub, request: JsonObject) -> Json:
    return await steps_document(hub.live(str(request["server"])), read_choice(request))


ACTION = Action("Look at the sign-in.", _act, {"server": TEXT, **TAKES}, optional=tuple(TAKES))
