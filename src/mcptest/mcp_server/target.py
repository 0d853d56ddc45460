"""Translate the server that an agent names into command-line options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mcptest.errors import UsageError
from mcptest.mcp_server.tool import text
from mcptest.mcp_server.tool_context import ToolContext
from mcptest.model.json import Json, JsonObject

SERVER: Final[Mapping[str, JsonObject]] = {
    "command": {
        "type": "array",
        "description": "Program and arguments of a server to start. No shell is used.",
        "items": {"type": "string", "maxLength": 4096},
        "maxItems": 100,
    },
    "url": text("URL of a running server.", most=2048),
    "suite": text("Suite in the served folder that declares the server."),
    "server": text("Name of the server, if the suite declares several.", most=200),
}
LIMIT: Final[JsonObject] = {
    "type": "integer",
    "description": "Stop after this many seconds; findings up to then are returned.",
    "minimum": 1,
    "maximum": 3600,
    "default": 300,
}


def server_arguments(
    arguments: Mapping[str, Json], context: ToolContext
) -> tuple[list[str], list[str]]:
    """The options, and what stands behind ``--``.

    Raises: UsageError, RefusedByPolicyError.
    """
    ways = [way for way in ("command", "url", "suite") if way in arguments]
    if len(ways) != 1:
        found = " and ".join(ways) or "none"
        words = f"specify the server with exactly one of command, url and suite; got {found}"
        raise UsageError("server-choice", words)
    if "server" in arguments and ways != ["suite"]:
        raise UsageError("server-choice", "server can only be used with suite")
    if ways == ["command"]:
        command = arguments["command"]
        assert isinstance(command, list)
        return [], ["--", *map(str, command)]
    if ways == ["url"]:
        return [f"--url={arguments['url']}"], []
    options = [f"--from-suite={context.workspace.word(str(arguments['suite']))}"]
    return [*options, *option("--server", arguments.get("server"))], []


def option(flag: str, value: Json) -> list[str]:
    """One option in one word, so that a value is never taken for a flag."""
    return [] if value is None else [f"{flag}={value}"]


def seconds_of(arguments: Mapping[str, Json]) -> float:
    value = arguments.get("timeout_seconds", LIMIT["default"])
    assert isinstance(value, int | float)
    return float(value)
