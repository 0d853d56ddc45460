"""``propose_assertions``: a suite with assertions from what its tools answer, as text."""

from __future__ import annotations

from mcptest.mcp_server.performing import SUITE, output_of
from mcptest.mcp_server.target import LIMIT, seconds_of
from mcptest.mcp_server.tool import ServedTool, text
from mcptest.mcp_server.tool_context import ToolContext
from mcptest.mock.caller import PendingCall
from mcptest.model.json import JsonObject


def _act(arguments: JsonObject, context: ToolContext, caller: PendingCall) -> JsonObject:
    path = context.workspace.word(str(arguments["path"]))
    seconds = seconds_of(arguments)
    line = ["propose", path]
    return output_of(line, tail=(), context=context, caller=caller, seconds=seconds).as_suite()


TOOL = ServedTool(
    name="propose_assertions",
    title="Propose assertions",
    description=(
        "Run the suite's tests that have no assertions, twice where that is safe, "
        "and return the suite with assertions for the values that stayed the same. "
        "The file is not changed."
    ),
    properties={
        "path": text("Path of the suite in the served folder."),
        "timeout_seconds": LIMIT,
    },
    required=("path",),
    act=_act,
    output=SUITE,
    executes=True,
)
