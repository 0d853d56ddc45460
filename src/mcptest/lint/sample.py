"""A tool without findings, which every lint proof starts from."""

from __future__ import annotations

from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson


def text(description: str = "Words to look for, in any order.", **more: Json) -> JsonObject:
    """A bounded, described string."""
    return {"type": "string", "description": description, "maxLength": 200, **more}


def number(description: str = "How many notes to return at most.", **more: Json) -> JsonObject:
    return {"type": "integer", "description": description, "minimum": 1, "maximum": 50, **more}


def arguments(properties: JsonObject, **more: Json) -> JsonObject:
    """A closed object that asks for every one of its properties."""
    required: list[Json] = list(properties)
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
        **more,
    }


def sample(**changes: MaybeJson) -> JsonObject:
    """The healthy tool with members replaced, or left out where MISSING is given."""
    tool: dict[str, MaybeJson] = {
        "name": "search_notes",
        "description": "Search the user's notes and return the best matches, newest first.",
        "inputSchema": arguments({"query": text()}),
        "annotations": {"readOnlyHint": True},
        **changes,
    }
    return {name: value for name, value in tool.items() if value is not MISSING}


def taking(**properties: Json) -> JsonObject:
    """The healthy tool with these arguments."""
    return sample(inputSchema=arguments(properties))


def under(schema: Json) -> JsonObject:
    """The healthy tool with this input schema."""
    return sample(inputSchema=schema)


def defining(properties: JsonObject, definitions: JsonObject) -> JsonObject:
    """The healthy tool with these arguments and shared definitions."""
    return under({**arguments(properties), "$defs": definitions})


def saying(*sentences: str) -> JsonObject:
    """The healthy tool with sentences added to its description."""
    return sample(description=" ".join([str(sample()["description"]), *sentences]))
