"""Tool parameters are mirrored into HTTP headers."""

from __future__ import annotations

from typing import Final

from mcptest.client.offer import ECHO, NAME, text, tool
from mcptest.client.scenario import LIST_TOOLS, Scenario, call, echo
from mcptest.client.serve.events import PostChannel
from mcptest.client.turn import Turn
from mcptest.mock.http.headers import argument_at, decoded, equals, mirrored
from mcptest.mock.manifest.definition import MockDefinition
from mcptest.mock.rpc import RpcError
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion

_TOOL: Final = tool(
    "route",
    "Call something in a region.",
    {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "floor": {"type": "integer", "x-mcp-header": "Floor"},
        "urgent": {"type": "boolean", "x-mcp-header": "Urgent"},
        "note": {"type": "string"},
    },
    response=text("done"),
)


async def _play(turn: Turn) -> MaybeJson:
    if turn.tool == "route" and isinstance(turn.channel, PostChannel):
        headers = turn.channel.request.headers
        for name, path in mirrored(_TOOL.entry["inputSchema"], ()):
            value = argument_at(turn.arguments, path)
            given = headers.get(f"mcp-param-{name.lower()}")
            try:
                seen = decoded(headers, f"mcp-param-{name.lower()}")
            except RpcError:
                seen = None
            plain = not isinstance(value, str) or (value.isascii() and value == value.strip())
            turn.stage.log.fact(
                "mirrored",
                header=f"Mcp-Param-{name}",
                value=value,
                given=given,
                wanted=value is not None,
                equal=seen is not None and equals(seen, value),
                plain=plain and not str(value).startswith("=?base64?"),
            )
    return turn.healthy()


SCENARIO = Scenario(
    name="mirrored-parameters",
    title="Parameters in headers",
    summary=(
        "A tool marks parameters with x-mcp-header; calls pass plain, absent, null and "
        "non-ASCII values."
    ),
    transports=("http",),
    first=SpecVersion.V2026_07_28,
    offer=MockDefinition(name=NAME, tools=(ECHO, _TOOL)),
    steps=(
        LIST_TOOLS,
        call("route", {"region": "us-west1", "floor": 42, "urgent": False, "note": "plain"}),
        call("route", {"region": None, "floor": -7, "note": "null"}),
        call("route", {"region": "Zürich", "note": "encoded"}),
        call("route", {"region": " padded ", "note": "spaces"}),
        call("route", {"region": "=?base64?literal?=", "note": "sentinel"}),
        echo("one"),
    ),
    play=_play,
)
