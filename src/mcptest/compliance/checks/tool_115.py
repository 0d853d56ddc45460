"""Looks for structured content that no text block repeats."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject, Missing, same_json
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    items = follow_pointer(dict(roots), "/tool_results/items")
    for item in items if isinstance(items, list) else ():
        if not isinstance(item, dict) or item.get("form") != "result":
            continue
        structured = follow_pointer(item, "/result/structuredContent")
        content = follow_pointer(item, "/result/content")
        if isinstance(structured, Missing) or not isinstance(content, list):
            continue
        if not _repeated(structured, _texts(content)):
            problem = (
                f'the result of tool "{item["tool"]}" has no text block with structuredContent'
            )
            yield {"at": item["tool"], "problem": problem, "entry": item}


def _texts(content: list[Json]) -> list[str]:
    blocks = [block for block in content if isinstance(block, dict)]
    return [text for block in blocks if isinstance(text := block.get("text"), str)]


def _repeated(structured: Json, texts: list[str]) -> bool:
    """Whole, or (as SDKs do) the one member that a plain value was wrapped into."""
    said = [_parsed(text) for text in texts]
    wanted = [structured]
    if isinstance(structured, dict) and len(structured) == 1:
        wanted.extend(structured.values())
    found: list[Json] = [*said, *texts, list(said), list[Json](texts)]
    return any(same_json(want, one) for want in wanted for one in found)


def _parsed(text: str) -> Json:
    try:
        value: Json = json.loads(text)
    except ValueError:
        return text
    return value


CHECK = RuleCheck("TOOL-115", _run)
