"""Compares the size that a resource is listed with and the bytes that reading it gives."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    items = follow_pointer(dict(roots), "/reads/items")
    for item in items if isinstance(items, list) else ():
        assert isinstance(item, dict)
        size = follow_pointer(item, "/resource/size")
        contents = follow_pointer(item, "/result/contents")
        if isinstance(size, int) and isinstance(contents, list) and len(contents) == 1:
            length = _length(contents[0])
            if length is not None and length != size:
                problem = f"{item['uri']} is listed with size {size} but has {length} bytes"
                yield {"at": item["uri"], "problem": problem}


def _length(content: Json) -> int | None:
    if not isinstance(content, dict):
        return None
    text, blob = content.get("text"), content.get("blob")
    if isinstance(text, str):
        return len(text.encode())
    try:
        return len(base64.b64decode(blob)) if isinstance(blob, str) else None
    except binascii.Error:
        return None


CHECK = RuleCheck("RES-307", _run)
