"""Turn a JSON Schema into form fields, so that the page does not interpret schemas."""

from __future__ import annotations

from itertools import islice
from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.schema.references import References
from mcptest.schema.shape import Option, options, type_names

_DEEPEST: Final = 6
_MOST_CHOICES: Final = 12
_MOST_FIELDS: Final = 300
_LIMITS: Final = (
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    "minLength", "maxLength", "pattern", "format", "minItems", "maxItems",
)  # fmt: skip
_KINDS: Final = {
    "string": "text",
    "number": "number",
    "integer": "integer",
    "boolean": "boolean",
    "null": "null",
}


def form_of(schema: Json) -> JsonObject:
    """A field of kind object, or of kind json where the form cannot draw the schema."""
    try:
        drawn = _Drawing(schema).field(None, 0, frozenset())
    except RecursionError:
        drawn = {"kind": "json"}
    return drawn


class _Drawing:
    def __init__(self, schema: Json) -> None:
        self._references = References(schema)
        self._left = _MOST_FIELDS

    def field(self, schema: Json, depth: int, seen: frozenset[str]) -> JsonObject:
        """One field; whatever cannot be drawn is a JSON field of that part only."""
        self._left -= 1
        whole = self._references.root if depth == 0 else schema
        found = list(islice(options(whole, self._references, seen), _MOST_CHOICES + 1))
        if not found or depth > _DEEPEST or self._left < 0 or len(found) > _MOST_CHOICES:
            return {"kind": "json", **_words(whole)}
        if len(found) == 1:
            return self._option(found[0], depth, seen)
        choices: list[Json] = [self._option(one, depth, seen) for one in found]
        if nullable := _nullable(choices):
            return nullable
        return {"kind": "choice", "choices": choices, **_words(whole)}

    def _option(self, option: Option, depth: int, seen: frozenset[str]) -> JsonObject:
        schema = option.schema
        words = _words(schema)
        if option.through & seen:
            return {"kind": "json", **words}
        if "const" in schema:
            return {"kind": "const", "value": schema["const"], **words}
        if isinstance(values := schema.get("enum"), list):
            return {"kind": "enum", "values": values, **words}
        named = type_names(schema, at_root=depth == 0)
        if "type" not in schema and not _tells(schema):
            return {"kind": "object" if depth == 0 else "json", "fields": [], **words}
        if not named:
            return {"kind": "json", **words}
        nullable = len(named) > 1 and "null" in named and "type" in schema
        if isinstance(schema.get("type"), list) and len(named) > 1 + nullable:
            return {"kind": "json", **words}
        drawn = self._of_type(named[0], schema, depth, seen | option.through)
        return {**drawn, **words, **({"nullable": True} if nullable else {})}

    def _of_type(
        self, name: str, schema: JsonObject, depth: int, seen: frozenset[str]
    ) -> JsonObject:
        if name == "object":
            return self._object(schema, depth, seen)
        if name == "array":
            items = schema.get("items", True)
            if "prefixItems" in schema or not isinstance(items, dict | bool):
                return {"kind": "json"}
            return {"kind": "array", "item": self.field(items, depth + 1, seen)}
        return {"kind": _KINDS.get(name, "json")}

    def _object(self, schema: JsonObject, depth: int, seen: frozenset[str]) -> JsonObject:
        properties = schema.get("properties")
        if not isinstance(properties, dict) or not properties:
            return {"kind": "object" if depth == 0 else "json", "fields": []}
        required = schema.get("required")
        needed = required if isinstance(required, list) else []
        fields: list[Json] = [
            {"name": name, "required": name in needed, **self.field(part, depth + 1, seen)}
            for name, part in properties.items()
        ]
        return {"kind": "object", "fields": fields}


def _nullable(choices: list[Json]) -> JsonObject | None:
    """``X or null``, which many generators write for every optional argument."""
    others = [one for one in choices if isinstance(one, dict) and one.get("kind") != "null"]
    if len(others) == 1 and len(choices) == 2:  # noqa: PLR2004 - the one and null
        return {**others[0], "nullable": True}
    return None


def _tells(schema: JsonObject) -> bool:
    return any(word in schema for word in ("properties", "items", *_LIMITS))


def _words(schema: Json) -> JsonObject:
    """What people should know of a field."""
    if not isinstance(schema, dict):
        return {}
    found: JsonObject = {
        word: schema[word] for word in ("title", "description") if isinstance(schema.get(word), str)
    }
    if "default" in schema:
        found["default"] = schema["default"]
    limits: JsonObject = {
        word: schema[word] for word in _LIMITS if isinstance(schema.get(word), str | int | float)
    }
    return {**found, **({"limits": limits} if limits else {})}
