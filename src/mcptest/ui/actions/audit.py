"""Audit or grade a server, with the safety policy of the command line."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import TEXT, Action
from mcptest.ui.hub import Hub

_COMMANDS = {"audit": ("audit",), "grade": ("compliance", "run")}


async def _act(hub: Hub, request: JsonObject) -> Json:
    offered = hub.live(str(request["server"])).offered
    kind = str(request["what"])
    words = [*_COMMANDS[kind], *offered.options]
    title = f"{kind} of {offered.name}"
    return hub.jobs.start(kind, title, words, offered.tail, dict(request)).summary


ACTION = Action(
    "Audit or grade a server.", _act, {"server": TEXT, "what": {"enum": list(_COMMANDS)}}
)
