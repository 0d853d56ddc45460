"""Make a call of the history again, with the arguments that it had."""

from __future__ import annotations

import json

from mcptest.errors import UsageError
from mcptest.model.json import Json, JsonObject
from mcptest.model.redaction import MASK
from mcptest.ui.action import FLAG, NUMBER, Action
from mcptest.ui.consent import require_consent
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    call = hub.calls.get(int(str(request["call"])))
    live = hub.live(call.server)
    if call.earlier and MASK in json.dumps(call.params):
        raise UsageError(
            "ui-masked",
            "the call was stored with masked arguments",
            hint="open the tool and fill them in again",
        )
    await live.ready()
    confirmed = request.get("confirmed") is True
    await require_consent(live, call.method, call.params, confirmed=confirmed)
    return hub.calls.start(live, call.method, call.params).summary


ACTION = Action(
    "Make a call again.", _act, {"call": NUMBER, "confirmed": FLAG}, optional=("confirmed",)
)
