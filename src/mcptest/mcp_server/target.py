"""Which server a tool is about, as an agent says it and as the command line takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mcptest.errors import UsageError
from mcptest.mcp_server.desk import Desk
from mcptest.mcp_server.tool import text
from mcptest.model.json import Json, JsonObject

SERVER: Final[Mapping[str, JsonObject]] = {
    "command": {
        "type": "array",
        "description": "The program and its arguments, for a server that is started; no shell.",
        "items": {"type": "string", "maxLength": 4096},
        "maxItems": 100,
    },
    "url": text("The address, for a server that already runs behind one.", most=2048),
    "suite": text("A suite in the served folder, for a server that it declares."),
    "server": text("Which server of that suite, where it declares several.", most=200),
}
LIMIT: Final[JsonObject] = {
    "type": "integer",
    "description": "Seconds after which it is stopped; what was found by then is told.",
    "minimum": 1,
    "maximum": 3600,
    "default": 300,
}


def server_arguments(arguments: Mapping[str, Json], desk: Desk) -> tuple[list[str], list[str]]:
    """The options, and what stands behind ``--``.

    Raises: UsageError, RefusedByPolicyError.
    """
    ways = [way for way in ("command", "url", "suite") if way in arguments]
    if len(ways) != 1:
        found = " and ".join(ways) or "none of them"
        words = f"say which server with exactly one of command, url and suite; found {found}"
        raise UsageError("server-choice", words)
    if "server" in arguments and ways != ["suite"]:
        raise UsageError("server-choice", "server names one of those that a suite declares")
    if ways == ["command"]:
        command = arguments["command"]
        assert isinstance(command, list)
        return [], ["--", *map(str, command)]
    if ways == ["url"]:
        return [f"--url={arguments['url']}"], []
    options = [f"--from-suite={desk.workspace.word(str(arguments['suite']))}"]
    return [*options, *option("--server", arguments.get("server"))], []


def option(flag: str, value: Json) -> list[str]:
    """One option in one word, so that a value is never taken for a flag."""
    return [] if value is None else [f"{flag}={value}"]


def seconds_of(arguments: Mapping[str, Json]) -> float:
    value = arguments.get("timeout_seconds", LIMIT["default"])
    assert isinstance(value, int | float)
    return float(value)
