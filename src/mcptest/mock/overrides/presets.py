"""Overrides that many proofs share, by the name in ``{use: NAME}``."""

from __future__ import annotations

from typing import Final

from mcptest.model.json import Json, JsonObject

# A server that wants a token. It is its own authorization server, since a proof has one listener.
_PROTECTED: Final[list[Json]] = [{"on": "auth"}]

_EXTENSION: Final = "io.modelcontextprotocol/tasks"
_DECLARED: Final[JsonObject] = {"extensions": {_EXTENSION: {}}}
_TASK: Final[JsonObject] = {
    "taskId": "task-1",
    "createdAt": "2026-07-28T10:00:00Z",
    "lastUpdatedAt": "2026-07-28T10:00:01Z",
    "ttlMs": 60000,
    "pollIntervalMs": 100,
}
_QUESTION: Final[JsonObject] = {
    "method": "elicitation/create",
    "params": {
        "message": "Which zone?",
        "requestedSchema": {
            "type": "object",
            "properties": {"zone": {"type": "string"}},
            "required": ["zone"],
        },
    },
}


def _for_task_methods(answer: JsonObject) -> list[Json]:
    return [{"on": f"tasks/{name}", **answer} for name in ("get", "update", "cancel")]


# A server with the tasks extension: the tool "now" becomes a task, which is done at once.
_TASKS: Final[list[Json]] = [
    {
        "on": "server/discover",
        "patch": [
            {"op": "add", "path": "/result/capabilities/extensions", "value": {_EXTENSION: {}}}
        ],
    },
    {
        "on": "tools/call",
        "when": {"params": {"name": "now"}, "client": _DECLARED},
        "status": 200,
        "result": {"resultType": "task", "status": "working", **_TASK},
    },
    *_for_task_methods(
        {"when": {"client": _DECLARED}, "status": 200, "result": {"resultType": "complete"}}
    ),
    {
        "on": "tasks/get",
        "when": {"client": _DECLARED},
        "result": {
            "resultType": "complete",
            "status": "completed",
            **_TASK,
            "result": {"content": [{"type": "text", "text": "12:00"}]},
        },
    },
    *_for_task_methods(
        {
            "when": {"params": {"taskId": {"not": "task-1"}}, "client": _DECLARED},
            "error": {"code": -32602, "message": "unknown task"},
        }
    ),
    *_for_task_methods(
        {
            "when": {"client": {"extensions": {_EXTENSION: {"is": "absent"}}}},
            "status": 400,
            "error": {
                "code": -32021,
                "message": "the tasks extension is needed",
                "data": {"requiredCapabilities": _DECLARED},
            },
        }
    ),
]

# The same, but the task asks for a zone before it is done.
_ASKING_TASKS: Final[list[Json]] = [
    *_TASKS,
    {
        "on": "tasks/get",
        "when": {"params": {"taskId": "task-1"}, "client": _DECLARED},
        "times": 2,
        "result": {
            "resultType": "complete",
            "status": "input_required",
            **_TASK,
            "inputRequests": {"zone": _QUESTION},
        },
    },
]

# A server with the skills extension: one skill of two files, whose directory can be read.
_SKILL: Final = "skill://tea"
_MANIFEST: Final[JsonObject] = {
    "uri": f"{_SKILL}/SKILL.md",
    "mimeType": "text/markdown",
    "text": "---\nname: tea\ndescription: Make tea.\n---\nBoil water.\n",
}
_ENTRY: Final[JsonObject] = {
    "uri": _MANIFEST["uri"],
    "frontmatter": {"name": "tea", "description": "Make tea."},
    "resources": [
        {
            "uri": _MANIFEST["uri"],
            "digest": "sha256:72d07b4addbeb5e7dbe0649819a129e90a7b9148187fa8033273620443cdd6b4",
            "size": 53,
        },
        {
            "uri": f"{_SKILL}/notes/kinds.txt",
            "digest": "sha256:2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806",
            "size": 4,
        },
    ],
}
_CACHED: Final[JsonObject] = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
_NO_SKILL: Final[JsonObject] = {"code": -32602, "message": "unknown skill"}
_SKILLS: Final[list[Json]] = [
    {
        "on": "server/discover",
        "patch": [
            {
                "op": "add",
                "path": "/result/capabilities/extensions",
                "value": {"io.modelcontextprotocol/skills": {"directoryRead": True}},
            }
        ],
    },
    {"on": "skills/list", "status": 200, "result": {**_CACHED, "skills": [_ENTRY]}},
    {"on": "skills/get", "status": 200, "result": {**_CACHED, "skill": _ENTRY}},
    {
        "on": "skills/get",
        "when": {"params": {"uri": {"not": _MANIFEST["uri"]}}},
        "status": 200,
        "error": _NO_SKILL,
    },
    {
        "on": "resources/list",
        "patch": [
            {
                "op": "add",
                "path": "/result/resources/-",
                "value": {
                    "uri": _MANIFEST["uri"],
                    "name": "tea",
                    "description": "Make tea.",
                    "mimeType": "text/markdown",
                },
            }
        ],
    },
    {
        "on": "resources/read",
        "when": {"params": {"uri": _MANIFEST["uri"]}},
        "status": 200,
        "result": {**_CACHED, "contents": [_MANIFEST]},
    },
    {
        "on": "resources/directory/read",
        "status": 200,
        "result": {
            **_CACHED,
            "resources": [
                {"uri": _MANIFEST["uri"], "name": "SKILL.md", "mimeType": "text/markdown"},
                {"uri": f"{_SKILL}/notes", "name": "notes", "mimeType": "inode/directory"},
            ],
        },
    },
    {
        "on": "resources/directory/read",
        "when": {"params": {"uri": {"not": _SKILL}}},
        "status": 200,
        "error": {"code": -32602, "message": "not a directory"},
    },
]

# A server with a user interface for its first tool.
_APP: Final[JsonObject] = {
    "uri": "ui://clock/face.html",
    "name": "face",
    "mimeType": "text/html;profile=mcp-app",
}
_APP_UI: Final[JsonObject] = {"csp": {"resourceDomains": ["https://cdn.example.com"]}}
_APPS: Final[list[Json]] = [
    {
        "on": "tools/list",
        "patch": [
            {
                "op": "add",
                "path": "/result/tools/0/_meta",
                "value": {"ui": {"resourceUri": _APP["uri"], "visibility": ["model", "app"]}},
            }
        ],
    },
    {
        "on": "resources/list",
        "patch": [{"op": "add", "path": "/result/resources/-", "value": _APP}],
    },
    {
        "on": "resources/read",
        "when": {"params": {"uri": _APP["uri"]}},
        "result": {
            **_CACHED,
            "contents": [
                {
                    "uri": _APP["uri"],
                    "mimeType": _APP["mimeType"],
                    "text": "<!doctype html><html><head>"
                    '<script src="https://cdn.example.com/clock.js"></script>'
                    "</head><body></body></html>",
                    "_meta": {"ui": _APP_UI},
                }
            ],
        },
    },
]

PRESETS: Final[dict[str, list[Json]]] = {
    "protected": _PROTECTED,
    "tasks": _TASKS,
    "asking-tasks": _ASKING_TASKS,
    "skills": _SKILLS,
    "apps": _APPS,
}
