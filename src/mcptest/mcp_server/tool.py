"""A tool of the MCP server: its schema for agents, and the function that handles calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from mcptest.mcp_server.tool_context import ToolContext
from mcptest.mock.caller import PendingCall
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion

Act: TypeAlias = Callable[[JsonObject, ToolContext, PendingCall], JsonObject]
TEXT: Final[JsonObject] = {"type": "string"}
MAYBE_TEXT: Final[JsonObject] = {"type": ["string", "null"]}
COUNT: Final[JsonObject] = {"type": "integer", "minimum": 0}


@record(kw_only=True)
class ServedTool:
    """``executes`` marks what starts a process or opens a connection: it needs consent."""

    name: str
    title: str
    description: str
    properties: Mapping[str, JsonObject]
    act: Act
    output: JsonObject
    required: tuple[str, ...] = ()
    executes: bool = False

    @property
    def entry(self) -> JsonObject:
        """The tool as ``tools/list`` shows it."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": closed(self.properties, self.required),
            "outputSchema": self.output,
            "annotations": self._annotations(),
        }

    def _annotations(self) -> JsonObject:
        """What a suite or a server's command does is not known to us, so the worst is said."""
        if self.executes:
            return {
                "readOnlyHint": False,
                "destructiveHint": True,
                "idempotentHint": False,
                "openWorldHint": True,
            }
        return {"readOnlyHint": True, "openWorldHint": False}


def closed(properties: Mapping[str, Json], required: tuple[str, ...] | None = None) -> JsonObject:
    """The schema of an object that has these members and no others; all of them by default."""
    names = tuple(properties) if required is None else required
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(names),
        "additionalProperties": False,
    }


def listed(items: JsonObject) -> JsonObject:
    return {"type": "array", "items": items}


def text(about: str, *, most: int = 4096, **more: Json) -> JsonObject:
    """The schema of a text argument, bounded."""
    return {"type": "string", "description": about, "maxLength": most, **more}


def revision(about: str) -> JsonObject:
    """The schema of an argument that names a revision of the protocol."""
    return {
        "type": "string",
        "description": about,
        "enum": [version.value for version in SpecVersion],
    }
