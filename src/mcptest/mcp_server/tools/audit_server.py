"""``audit_server``: the whole truth about a server, without a suite."""

from __future__ import annotations

from mcptest.mcp_server.desk import Desk
from mcptest.mcp_server.digest import DIGEST
from mcptest.mcp_server.performing import judge
from mcptest.mcp_server.target import LIMIT, SERVER, seconds_of, server_arguments
from mcptest.mcp_server.tool import ServedTool
from mcptest.mock.caller import PendingCall
from mcptest.model.json import JsonObject


def _act(arguments: JsonObject, desk: Desk, caller: PendingCall) -> JsonObject:
    options, tail = server_arguments(arguments, desk)
    seconds = seconds_of(arguments)
    return judge(["audit", *options], tail=tail, desk=desk, caller=caller, seconds=seconds)


TOOL = ServedTool(
    name="audit_server",
    title="Audit a server",
    description=(
        "Find out everything about a server without a suite: which revisions it speaks, its grade "
        "at the newest one, lints of its schemas and descriptions, valid calls, broken calls and "
        "a short fuzz. Destructive tools are never called, mutating ones at most once. Name the "
        "server by exactly one of command, url and suite."
    ),
    properties={**SERVER, "timeout_seconds": LIMIT},
    act=_act,
    output=DIGEST,
    executes=True,
)
