"""Values that a server offers for an argument."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import OBJECT, TEXT, Action
from mcptest.ui.hub import Hub

_WITHIN = 5.0


async def _act(hub: Hub, request: JsonObject) -> Json:
    live = hub.live(str(request["server"]))
    session, params = await live.ready(), request["params"]
    assert isinstance(params, dict)
    reply = await session.request("completion/complete", params, timeout=_WITHIN)
    result = reply.result if isinstance(reply.result, dict) else {}
    found = result.get("completion")
    values = found.get("values") if isinstance(found, dict) else None
    return {"values": live.redactor.json(values) if isinstance(values, list) else []}


ACTION = Action("Complete an argument.", _act, {"server": TEXT, "params": OBJECT})
