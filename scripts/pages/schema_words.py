"""A JSON Schema in words, for the cells of a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from pages.markdown import code, table

_NAMES = {
    "array": "list",
    "boolean": "true or false",
    "integer": "whole number",
    "null": "null",
    "number": "number",
    "object": "object",
    "string": "text",
}
_TEXT = {"string", "number", "boolean"}  # what a suite takes as text


@dataclass(frozen=True, slots=True)
class Member:
    """One property of an object."""

    key: str
    schema: JsonObject
    required: bool

    @property
    def doc(self) -> str:
        doc = str(self.schema.get("description", ""))
        return f"{doc} (preview)" if self.schema.get("x-preview") else doc

    @property
    def default(self) -> MaybeJson:
        return self.schema.get("default", MISSING)


def members(schema: JsonObject) -> Iterator[Member]:
    """The properties of an object, in their order."""
    properties = schema.get("properties")
    required = schema.get("required")
    needed = required if isinstance(required, list) else []
    for key, value in properties.items() if isinstance(properties, dict) else ():
        yield Member(key, value if isinstance(value, dict) else {}, key in needed)


def words_for(schema: Json) -> str:
    """What may stand there."""
    if not isinstance(schema, dict) or not schema:
        return "any value"
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return f"`{schema['const']}`"
    if isinstance(schema.get("enum"), list):
        return _enum(cast("list[Json]", schema["enum"]))
    for word in ("anyOf", "oneOf"):
        if isinstance(schema.get(word), list):
            return _choice(cast("list[Json]", schema[word]))
    return _typed(schema)


def _enum(values: list[Json]) -> str:
    if len(values) == 1:
        return f"`{values[0]}`"
    dated = [value for value in values if f"v{value}" not in values]  # revisions stand twice
    words = "one of " + ", ".join("null" if value is None else f"`{value}`" for value in dated)
    return words if len(dated) == len(values) else f"{words} (with or without the `v`)"


def _choice(schemas: list[Json]) -> str:
    real = [each for each in schemas if not _is_variable(each)]
    if any(isinstance(each, dict) and "ms|s|m" in str(each.get("pattern")) for each in real):
        return "duration"
    return " or ".join(dict.fromkeys(words_for(each) for each in real))


def _is_variable(schema: Json) -> bool:
    return isinstance(schema, dict) and str(schema.get("pattern", "")).startswith(r"^\$\{")


def _typed(schema: JsonObject) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        names = set(map(str, kind))
        return "text" if names >= _TEXT else " or ".join(_NAMES[str(each)] for each in kind)
    if kind == "array":
        return f"list of {words_for(schema.get('items', {}))}"
    if kind == "object":
        return _object(schema)
    return _NAMES.get(str(kind), "any value")


def _object(schema: JsonObject) -> str:
    if schema.get("title"):
        return str(schema["title"])
    if "properties" in schema and schema.get("additionalProperties") is False:
        return f"object with {', '.join(f'`{each.key}`' for each in members(schema))}"
    inner = schema.get("additionalProperties")
    return f"map: name → {words_for(inner)}" if isinstance(inner, dict) else "object"


def member_section(name: str, about: str, schema: JsonObject) -> str:
    """The keys of one object as a section of a page."""
    rows = [
        (
            f"`{each.key}`",
            words_for(each.schema),
            "yes" if each.required else "",
            code(each.default),
            each.doc,
        )
        for each in members(schema)
    ]
    head = ("Key", "Value", "Required", "Default", "What it is")
    return "\n\n".join(filter(None, [f"## {name}", about, table(head, rows)]))
