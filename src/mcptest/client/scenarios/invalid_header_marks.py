"""Tools mark parameters with headers that are not allowed."""

from __future__ import annotations

from typing import Final

from mcptest.client.offer import ECHO, NAME, tool
from mcptest.client.scenario import LIST_TOOLS, Scenario, call, echo
from mcptest.client.turn import Turn
from mcptest.mock.manifest.definition import MockDefinition
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion

_BAD: Final = (
    tool("bad_empty", "An empty name.", {"a": {"type": "string", "x-mcp-header": ""}}),
    tool("bad_token", "Not a token.", {"a": {"type": "string", "x-mcp-header": "A B"}}),
    tool(
        "bad_twice",
        "The same name twice.",
        {
            "a": {"type": "string", "x-mcp-header": "Same"},
            "b": {"type": "string", "x-mcp-header": "same"},
        },
    ),
)


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "tools/list":
        turn.stage.log.fact("offered", tools=[one.name for one in _BAD])
    if str(turn.tool).startswith("bad_"):
        turn.stage.log.fact("invalid_calls", tool=turn.tool)
    return turn.healthy()


SCENARIO = Scenario(
    name="invalid-header-marks",
    title="Invalid header marks",
    summary=(
        "Three tools have an x-mcp-header that is not allowed; the client is told to call them."
    ),
    transports=("http",),
    first=SpecVersion.V2026_07_28,
    offer=MockDefinition(name=NAME, tools=(ECHO, *_BAD)),
    steps=(
        LIST_TOOLS,
        echo("one"),
        *(call(one.name, {"a": "x"}, listed=True) for one in _BAD),
        echo("two"),
    ),
    play=_play,
)
