"""Requests that scenarios send to a client: completions and forms."""

from __future__ import annotations

from typing import Final

from mcptest.model.json import JsonObject

SAMPLE: Final[JsonObject] = {
    "messages": [{"role": "user", "content": {"type": "text", "text": "What is 2 + 2?"}}],
    "maxTokens": 50,
}
TOOLS: Final[JsonObject] = {
    "tools": [
        {
            "name": "add",
            "description": "Add two numbers.",
            "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}}},
        }
    ],
    "toolChoice": {"mode": "auto"},
}
MIXED: Final[JsonObject] = {
    **TOOLS,
    "maxTokens": 50,
    "messages": [
        {"role": "user", "content": {"type": "text", "text": "What is 2 + 2?"}},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "use-1", "name": "add", "input": {"a": 2}}],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "toolUseId": "use-1",
                    "content": [{"type": "text", "text": "4"}],
                },
                {"type": "text", "text": "Is that right?"},
            ],
        },
    ],
}
ELICIT: Final[JsonObject] = {
    "message": "Tell us about you.",
    "requestedSchema": {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "Your name."},
            "age": {"type": "integer", "minimum": 0},
            "ratio": {"type": "number"},
            "agree": {"type": "boolean"},
            "color": {"type": "string", "enum": ["red", "green"]},
        },
        "required": ["name"],
    },
}
DEFAULTS: Final[JsonObject] = {
    "message": "Is this right?",
    "requestedSchema": {
        "type": "object",
        "properties": {
            "name": {"type": "string", "default": "John Doe"},
            "age": {"type": "integer", "default": 30},
            "score": {"type": "number", "default": 95.5},
            "status": {"type": "string", "enum": ["active", "inactive"], "default": "active"},
            "verified": {"type": "boolean", "default": True},
        },
        "required": [],
    },
}
URL: Final[JsonObject] = {
    "mode": "url",
    "elicitationId": "mcptest-elicitation-1",
    "url": "https://example.com/authorize",
    "message": "Please sign in.",
}
NAME_FORM: Final[JsonObject] = {
    "message": "What is your name?",
    "requestedSchema": {
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "required": ["name"],
    },
}
