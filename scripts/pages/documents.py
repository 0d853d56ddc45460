"""documents.md: the JSON documents that mcptest writes, from their published schemas."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.json import JsonObject
from mcptest.report.schemas import DOCUMENTS, document_schema
from pages.markdown import page, table
from pages.schema_words import members, words_for

_INTRO = """\
Every document carries `schema`, and each has a JSON Schema: `mcptest schema --of NAME` prints it.
A new member may be added at any time; anything else would be a new version.
"""


def files() -> Iterator[tuple[str, str]]:
    parts = [_section(name) for name in DOCUMENTS]
    yield "docs/reference/documents.md", page("Documents", _INTRO, *parts)


def _section(name: str) -> str:
    schema = document_schema(name)
    about = str(schema.get("description", schema.get("title", "")))
    parts = [f"## `{name}`", about, _table(schema)]
    definitions = schema.get("$defs")
    for key, value in definitions.items() if isinstance(definitions, dict) else ():
        if isinstance(value, dict) and value.get("properties"):
            parts += [f"### {key} (of `{name}`)", _table(value)]
    return "\n\n".join(filter(None, parts))


def _table(schema: JsonObject) -> str:
    rows = [
        (f"`{each.key}`", words_for(each.schema), "yes" if each.required else "", each.doc)
        for each in members(schema)
    ]
    return table(("Member", "Type", "Always there", "What it is"), rows) if rows else ""
