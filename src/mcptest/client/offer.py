"""The default catalog of a scenario's server."""

from __future__ import annotations

from typing import Final

from mcptest.mock.manifest.definition import (
    MockDefinition,
    MockPrompt,
    MockResource,
    MockTool,
    Response,
)
from mcptest.model.json import Json, JsonObject

NAME: Final = "mcptest-scenario"


def tool(
    name: str,
    description: str,
    properties: JsonObject | None = None,
    *,
    output: JsonObject | None = None,
    response: Response | None = None,
    required: tuple[str, ...] = (),
) -> MockTool:
    """A tool whose input is an object with these properties."""
    schema: JsonObject = {"type": "object", "properties": properties or {}}
    if required:
        schema["required"] = list[Json](required)
    entry: JsonObject = {"name": name, "description": description, "inputSchema": schema}
    if output is not None:
        entry["outputSchema"] = output
    return MockTool(name, entry, response=response, validate=False)


def text(words: str) -> Response:
    """A response of one text block."""
    return Response(content=({"type": "text", "text": words},))


ECHO: Final = tool(
    "echo",
    "Return the text.",
    {"text": {"type": "string", "description": "The text to return."}},
    response=text("${args.text}"),
    required=("text",),
)
ADD: Final = tool(
    "add",
    "Add two integers.",
    {
        "a": {"type": "integer", "description": "The first number."},
        "b": {"type": "integer", "description": "The second number."},
    },
    output={
        "type": "object",
        "properties": {"total": {"type": "integer"}},
        "required": ["total"],
    },
    response=Response(structured={"total": 3}),
    required=("a", "b"),
)
NOTE: Final = MockResource(
    "note://today",
    {"uri": "note://today", "name": "today", "mimeType": "text/plain"},
    {"text": "Buy milk."},
)
GREETING: Final = MockPrompt(
    "greet",
    {
        "name": "greet",
        "description": "Greet someone.",
        "arguments": [{"name": "name", "description": "Who to greet.", "required": True}],
    },
    ({"role": "user", "content": {"type": "text", "text": "Greet ${args.name}."}},),
)
PLAIN: Final = MockDefinition(name=NAME, tools=(ECHO, ADD))
WHOLE: Final = MockDefinition(name=NAME, tools=(ECHO, ADD), resources=(NOTE,), prompts=(GREETING,))
