"""List the tools, resources, templates or prompts of a server."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import TEXT, Action
from mcptest.ui.catalog import listing_document
from mcptest.ui.hub import Hub
from mcptest.ui.live import KINDS


async def _act(hub: Hub, request: JsonObject) -> Json:
    return await listing_document(hub.live(str(request["server"])), str(request["kind"]))


ACTION = Action("List one kind.", _act, {"server": TEXT, "kind": {"enum": list(KINDS)}})
