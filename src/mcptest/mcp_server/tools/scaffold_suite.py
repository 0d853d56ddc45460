"""``scaffold_suite``: the first suite for a server, as text."""

from __future__ import annotations

from mcptest.mcp_server.performing import SUITE, output_of
from mcptest.mcp_server.target import LIMIT, SERVER, seconds_of, server_arguments
from mcptest.mcp_server.tool import ServedTool
from mcptest.mcp_server.tool_context import ToolContext
from mcptest.mock.caller import PendingCall
from mcptest.model.json import JsonObject


def _act(arguments: JsonObject, context: ToolContext, caller: PendingCall) -> JsonObject:
    options, tail = server_arguments(arguments, context)
    line = ["scaffold", *options]
    seconds = seconds_of(arguments)
    return output_of(line, tail=tail, context=context, caller=caller, seconds=seconds).as_suite()


TOOL = ServedTool(
    name="scaffold_suite",
    title="Scaffold a suite",
    description=(
        "Generate a first test suite for a server: one test for each tool, resource "
        "and prompt, with arguments generated from the schemas. Read-only tools are "
        "called to try them; destructive ones are never called. Nothing is written "
        "to disk. Specify the server with exactly one of command, url and suite."
    ),
    properties={**SERVER, "timeout_seconds": LIMIT},
    act=_act,
    output=SUITE,
    executes=True,
)
