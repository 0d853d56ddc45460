"""Convert typed arguments to the types in the tool's schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.model.tool import ToolDescriptor
from mcptest.schema.validate import validator

_WORDS: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("true", "yes", "on"), True),
    **dict.fromkeys(("false", "no", "off"), False),
}
_SHARED: Final = ("$schema", "$id", "$defs", "definitions")


def fitted(arguments: JsonObject, typed: Mapping[str, str], tool: ToolDescriptor) -> JsonObject:
    """The arguments with what was ``typed`` read as the tool's schema wants it."""
    schema = tool.input_schema
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(schema, dict) or not isinstance(properties, dict):
        return arguments
    shared: JsonObject = {key: schema[key] for key in _SHARED if key in schema}
    return {
        name: _fitted(value, typed[name], properties[name], shared)
        if name in typed and name in properties
        else value
        for name, value in arguments.items()
    }


def _fitted(value: Json, text: str, schema: Json, shared: JsonObject) -> Json:
    if not isinstance(schema, dict):
        return value
    takes = validator({**shared, **schema}).is_valid
    return next((one for one in _readings(value, text) if takes(one)), value)


def _readings(value: Json, text: str) -> Iterator[Json]:
    """What the text can mean, the most likely first."""
    yield value
    yield text
    if text.casefold() in _WORDS:
        yield _WORDS[text.casefold()]
    if text in {"0", "1"}:
        yield text == "1"
    if "," in text:
        yield [part.strip() for part in text.split(",")]
    yield [value]
    yield [text]
