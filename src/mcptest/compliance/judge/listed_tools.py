"""The listed tools that checks can read: objects with a name, whatever else is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def listed_tools(roots: Mapping[str, Json]) -> Iterator[tuple[str, JsonObject]]:
    """Each tool with its name."""
    items = follow_pointer(dict(roots), "/tools/items")
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict):
            yield str(item.get("name")), item
