"""Translate the short notation of a shape to JSON Schema 2020-12.

A name is a built-in kind or another definition, ``A | B`` is either, ``[A]`` a list, ``=text`` that
very text; a mapping is an object with its members, of which those in brackets may be left out.
Members that are not named are always allowed, as the protocol wants it.
"""

from __future__ import annotations

from typing import Final

from mcptest.model.json import Json, JsonObject

BASE64: Final = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
KINDS: Final[dict[str, JsonObject]] = {
    "any": {},
    "null": {"type": "null"},
    "boolean": {"type": "boolean"},
    "integer": {"type": "integer"},
    "whole": {"type": "integer", "minimum": 0},
    "number": {"type": "number"},
    "fraction": {"type": "number", "minimum": 0, "maximum": 1},
    "string": {"type": "string"},
    "uri": {"type": "string", "format": "uri"},
    "uri-template": {"type": "string", "format": "uri-template"},
    "base64": {"type": "string", "pattern": BASE64},
    "object": {"type": "object"},
}
_FORMS: Final = ("$enum", "$map", "$list")


def to_schema(shape: Json) -> JsonObject:
    """One shape, with references to ``#/$defs/NAME`` for the definitions that it names."""
    if isinstance(shape, str):
        return _expression(shape)
    if isinstance(shape, list):
        return {"type": "array", "items": to_schema(shape[0])}
    assert isinstance(shape, dict), shape
    form = next((word for word in _FORMS if word in shape), None)
    return _object(shape) if form is None else _form(form, shape)


def bare(member: str) -> str:
    """The name of a member without the brackets that say that it may be left out."""
    return member[1:-1] if member.startswith("(") else member


def reference(name: str) -> JsonObject:
    """Refer to a definition, whose name may be a method with slashes."""
    return {"$ref": "#/$defs/" + name.replace("~", "~0").replace("/", "~1")}


def _expression(text: str) -> JsonObject:
    ways = [_single(way.strip()) for way in text.split(" | ") if text[0] != "["]
    if not ways:
        return {"type": "array", "items": _expression(text[1:-1])}
    if len(ways) == 1:
        return ways[0]
    if all(way.keys() == {"type"} for way in ways):
        return {"type": [way["type"] for way in ways]}
    return {"anyOf": list(ways)}


def _single(name: str) -> JsonObject:
    if name.startswith("["):
        return _expression(name)
    if name.startswith("="):
        return {"const": name[1:]}
    return dict(KINDS[name]) if name in KINDS else reference(name)


def _form(form: str, shape: JsonObject) -> JsonObject:
    if form == "$enum":
        return {"enum": shape["$enum"]}
    if form == "$map":
        return {"type": "object", "additionalProperties": to_schema(shape["$map"])}
    bounds: JsonObject = {"maxItems": shape["$most"]} if "$most" in shape else {}
    return {"type": "array", "items": to_schema(shape["$list"]), **bounds}


def _object(shape: JsonObject) -> JsonObject:
    members = {name: part for name, part in shape.items() if name not in ("$with", "$any")}
    schema: JsonObject = {"type": "object"}
    given = shape.get("$with", [])
    parts = given if isinstance(given, list) else [given]
    if parts:
        schema["allOf"] = [reference(str(name)) for name in parts]
    if members:
        schema["properties"] = {bare(name): to_schema(part) for name, part in members.items()}
    required: list[Json] = [name for name in members if bare(name) == name]
    if required:
        schema["required"] = required
    choices = shape.get("$any")
    if isinstance(choices, list):
        schema["anyOf"] = [{"required": [name]} for name in choices]
    return schema
