"""List the tools, resources, templates or prompts of a server."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import FLAG, LONG, TEXT, Action
from mcptest.ui.catalog import listing_document, page_document
from mcptest.ui.hub import Hub
from mcptest.ui.live import KINDS


async def _act(hub: Hub, request: JsonObject) -> Json:
    live, kind = hub.live(str(request["server"])), str(request["kind"])
    if request.get("paged") is not True:
        return await listing_document(live, kind)
    cursor = request.get("cursor")
    return await page_document(live, kind, cursor if isinstance(cursor, str) else None)


ACTION = Action(
    "List one kind, or one page of it.",
    _act,
    {"server": TEXT, "kind": {"enum": list(KINDS)}, "paged": FLAG, "cursor": LONG},
    ("paged", "cursor"),
)
