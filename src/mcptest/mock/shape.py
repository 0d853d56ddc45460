"""The members and content types that each revision allows."""

from __future__ import annotations

from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import SpecVersion

_EARLY = SpecVersion.V2024_11_05
_MEMBERS: Final = {
    "annotations": SpecVersion.V2025_03_26,
    "title": SpecVersion.V2025_06_18,
    "outputSchema": SpecVersion.V2025_06_18,
    "_meta": SpecVersion.V2025_06_18,
    "icons": SpecVersion.V2025_11_25,
}
_CONTENT: Final = {
    "audio": SpecVersion.V2025_03_26,
    "resource_link": SpecVersion.V2025_06_18,
}


def tool_entry(entry: JsonObject, version: SpecVersion) -> JsonObject:
    """A tool as the revision lists it; no mock runs tasks, so ``execution`` never shows."""
    known = {
        k: v for k, v in entry.items() if k != "execution" and _MEMBERS.get(k, _EARLY) <= version
    }
    if "outputSchema" in known and not may_structure(known["outputSchema"], version):
        del known["outputSchema"]
    return known


def may_structure(schema: Json, version: SpecVersion) -> bool:
    """Until 2026-07-28 structured output is an object; before 2025-06-18 there is none."""
    if version >= SpecVersion.V2026_07_28:
        return True
    is_object = isinstance(schema, dict) and schema.get("type") == "object"
    return is_object and version >= SpecVersion.V2025_06_18


def entry_of(entry: JsonObject, version: SpecVersion) -> JsonObject:
    """A resource, template, prompt, argument or implementation; ``annotations`` are as old."""
    return {
        key: value
        for key, value in entry.items()
        if key == "annotations" or _MEMBERS.get(key, _EARLY) <= version
    }


def prompt_entry(entry: JsonObject, version: SpecVersion) -> JsonObject:
    known = entry_of(entry, version)
    arguments = known.get("arguments")
    if isinstance(arguments, list):
        known["arguments"] = [entry_of(a, version) for a in arguments if isinstance(a, dict)]
    return known


def content_block(block: Json, version: SpecVersion) -> Json:
    """A block of content, said as text where the revision has no such type."""
    kind = block.get("type") if isinstance(block, dict) else None
    if not isinstance(block, dict) or not isinstance(kind, str):
        return block
    if _CONTENT.get(kind, _EARLY) <= version:
        return block
    words = block.get("uri") if kind == "resource_link" else f"{block.get('mimeType')} audio"
    return {"type": "text", "text": str(words)}
