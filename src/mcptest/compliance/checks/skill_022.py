"""Looks for directories of a skill that are listed as something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    inner = follow_pointer(dict(roots), "/skill_directory/inner")
    items = follow_pointer(dict(roots), "/skill_directory/items")
    for item in items if isinstance(items, list) else ():
        uri = str(item.get("uri", "")).rstrip("/") if isinstance(item, dict) else ""
        known = isinstance(inner, list) and uri in inner
        if known and isinstance(item, dict) and item.get("mimeType") != "inode/directory":
            yield {
                "at": uri,
                "problem": f"{uri} is a directory, but its type is not inode/directory",
            }


CHECK = RuleCheck("SKILL-022", _run)
