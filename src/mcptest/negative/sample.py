"""The server that passes every probe; proofs are overrides of it."""

from __future__ import annotations

from typing import Final

from mcptest.model.json import Json, JsonObject

TOOL: Final = "search"
BASE: Final[JsonObject] = {"query": "mcp", "limit": 5, "sort": "newest"}
SAMPLE: Final[JsonObject] = {
    "mock_server": {
        "name": "mcptest-strict",
        "page_size": 1,
        "tools": [
            {
                "name": TOOL,
                "description": "Find records by their text.",
                "inputSchema": {
                    "type": "object",
                    "properties": {
                        "query": {"type": "string", "maxLength": 200},
                        "limit": {"type": "integer", "minimum": 1, "maximum": 50},
                        "sort": {"enum": ["newest", "oldest"]},
                    },
                    "required": ["query", "limit", "sort"],
                    "additionalProperties": False,
                },
                "annotations": {"readOnlyHint": True},
                "response": {"text": "nothing found"},
            },
            {"name": "count", "inputSchema": {"type": "object", "additionalProperties": False}},
        ],
        "resources": [
            {"uri": "note://a", "name": "a", "text": "first"},
            {"uri": "note://b", "name": "b", "text": "second"},
        ],
        "prompts": [
            {
                "name": "greet",
                "arguments": [{"name": "who", "required": True}],
                "text": "Hello ${args.who}",
            }
        ],
    }
}
_DONE: Final[JsonObject] = {"content": [{"type": "text", "text": "done"}]}
# Takes whatever its schema forbids.
LENIENT: Final[Json] = [
    {"on": "tools/call", "when": {"reply": {"result": {"isError": True}}}, "result": _DONE}
]
