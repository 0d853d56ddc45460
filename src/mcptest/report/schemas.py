"""The published JSON Schemas of the documents that mcptest writes."""

from __future__ import annotations

import json
from pathlib import Path

from mcptest.model.json import JsonObject

_FOLDER = Path(__file__).with_name("documents")
DOCUMENTS = tuple(sorted(path.stem for path in _FOLDER.glob("*.json")))


def document_schema(name: str) -> JsonObject:
    """One of ``DOCUMENTS``; the folder is the registry."""
    schema: JsonObject = json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return schema
