"""All icons: of the server, its tools, prompts, resources and templates."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.wire.meta import SERVER_INFO

_LISTS = {"tools": "name", "prompts": "name", "resources": "uri", "templates": "uriTemplate"}


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    holders = list(_server(await exam.see("opening", ctx)))
    for view, key in _LISTS.items():
        items = (await exam.see(view, ctx)).get("items")
        holders.extend(
            {"name": str(item.get(key)), "icons": item["icons"]}
            for item in (items if isinstance(items, list) else ())
            if isinstance(item, dict) and "icons" in item
        )
    return {"holders": list(holders), "items": list(_icons(holders))}


def _server(opening: JsonObject) -> Iterator[JsonObject]:
    result = opening.get("result")
    meta = result.get("_meta") if isinstance(result, dict) else None
    for place, key in ((result, "serverInfo"), (meta, SERVER_INFO)):
        info = place.get(key) if isinstance(place, dict) else None
        if isinstance(info, dict) and "icons" in info:
            yield {"name": "the server", "icons": info["icons"]}


def _icons(holders: list[JsonObject]) -> Iterator[Json]:
    for holder in holders:
        icons = holder["icons"]
        for icon in icons if isinstance(icons, list) else ():
            if isinstance(icon, dict):
                yield {"name": holder["name"], "icon": icon}


VIEW = View(
    name="icons",
    summary="Everything that has icons, and each icon.",
    members={"holders": "name, icons (as sent)", "items": "name (of the holder), icon"},
    look=_look,
)
