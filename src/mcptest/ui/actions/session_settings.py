"""Choose the metadata of every request, and the capabilities that the next session declares."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import NAME, OBJECT, TEXT, Action
from mcptest.ui.hub import Hub
from mcptest.ui.session_settings import SessionSettings


async def _act(hub: Hub, request: JsonObject) -> Json:
    live = hub.live(str(request["server"]))
    meta, withheld = request["meta"], request["withheld"]
    assert isinstance(meta, dict)
    assert isinstance(withheld, list)
    live.choose(SessionSettings(meta, tuple(map(str, withheld))))
    return live.document


ACTION = Action(
    "Change the session settings.",
    _act,
    {
        "server": TEXT,
        "meta": OBJECT,
        "withheld": {"type": "array", "items": NAME, "maxItems": 100},
    },
)
