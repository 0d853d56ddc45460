"""The skills that a server listed, for the checks that look at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer

MANIFEST = "/SKILL.md"


def listed_skills(roots: Mapping[str, Json]) -> Iterator[tuple[str, JsonObject]]:
    """Each entry with its URI; one without is SKILL-007's to tell."""
    items = follow_pointer(dict(roots), "/skills/items")
    for item in items if isinstance(items, list) else ():
        uri = item.get("uri") if isinstance(item, dict) else None
        if isinstance(item, dict) and isinstance(uri, str):
            yield uri, item


def name_in(uri: str) -> str | None:
    """The last segment before SKILL.md."""
    path = uri.partition("://")[2]
    return path.removesuffix(MANIFEST).rpartition("/")[2] if path.endswith(MANIFEST) else None


def files_of(skill: JsonObject) -> list[JsonObject]:
    """The files that an entry lists; none where they are dynamic."""
    files = skill.get("resources")
    return [file for file in files if isinstance(file, dict)] if isinstance(files, list) else []
