"""``audit_server``: the whole truth about a server, without a suite."""

from __future__ import annotations

from mcptest.mcp_server.digest import DIGEST
from mcptest.mcp_server.performing import judge
from mcptest.mcp_server.target import LIMIT, SERVER, seconds_of, server_arguments
from mcptest.mcp_server.tool import ServedTool
from mcptest.mcp_server.tool_context import ToolContext
from mcptest.mock.caller import PendingCall
from mcptest.model.json import JsonObject


def _act(arguments: JsonObject, context: ToolContext, caller: PendingCall) -> JsonObject:
    options, tail = server_arguments(arguments, context)
    seconds = seconds_of(arguments)
    return judge(["audit", *options], tail=tail, context=context, caller=caller, seconds=seconds)


TOOL = ServedTool(
    name="audit_server",
    title="Audit a server",
    description=(
        "Audit a server without a suite: supported revisions, grade at the newest "
        "one, lint of schemas and descriptions, valid calls, calls with bad input "
        "and a short fuzz. Destructive tools are never called, mutating ones at most "
        "once. Specify the server with exactly one of command, url and suite."
    ),
    properties={**SERVER, "timeout_seconds": LIMIT},
    act=_act,
    output=DIGEST,
    executes=True,
)
