"""documents.md: the JSON documents that mcptest writes, from their published schemas."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.json import Json, JsonObject
from mcptest.report.schemas import DOCUMENTS, document_schema
from pages.markdown import page, table
from pages.schema_words import members, words_for

_INTRO = """\
Every JSON document that mcptest writes has a `schema` member; run `mcptest schema --of NAME` to print its JSON Schema.
New members may be added at any time; any other change gets a new version.
"""


def files() -> Iterator[tuple[str, str]]:
    parts = [_section(name) for name in DOCUMENTS]
    yield "docs/reference/documents.md", page("Documents", _INTRO, *parts)


def _section(name: str) -> str:
    schema = document_schema(name)
    about = str(schema.get("description", f"{schema.get('title', '')}."))
    parts = [f"## `{name}`", about, _table(schema)]
    for key, inner in _inside(schema):
        parts += [f"### {key} (of `{name}`)", _table(inner)]
    return "\n\n".join(filter(None, parts))


def _inside(schema: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    """The objects with members of their own, by definition or by member."""
    definitions = schema.get("$defs")
    named = list(definitions.items()) if isinstance(definitions, dict) else []
    for key, value in [*((each.key, each.schema) for each in members(schema)), *named]:
        inner = _object(value)
        if inner is not None:
            yield key, inner
            yield from _inside(inner)


def _object(schema: Json) -> JsonObject | None:
    """The schema itself, or that of the entries of a list, where it names members."""
    if isinstance(schema, dict) and schema.get("type") == "array":
        schema = schema.get("items")
    return schema if isinstance(schema, dict) and schema.get("properties") else None


def _table(schema: JsonObject) -> str:
    rows = [
        (f"`{each.key}`", words_for(each.schema), "yes" if each.required else "", each.doc)
        for each in members(schema)
    ]
    return table(("Member", "Type", "Required", "Meaning"), rows) if rows else ""
