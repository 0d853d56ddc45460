"""``list_tools``: what a server offers, each tool with its safety class."""

from __future__ import annotations

import json
from typing import Final

from mcptest.mcp_server.performing import output_of
from mcptest.mcp_server.target import LIMIT, SERVER, seconds_of, server_arguments
from mcptest.mcp_server.tool import TEXT, ServedTool, closed, listed
from mcptest.mcp_server.tool_context import ToolContext
from mcptest.mock.caller import PendingCall
from mcptest.model.json import JsonObject

_OPEN: Final[JsonObject] = {"type": "object"}


def _act(arguments: JsonObject, context: ToolContext, caller: PendingCall) -> JsonObject:
    options, tail = server_arguments(arguments, context)
    line = ["tools", "--format=json", *options]
    seconds = seconds_of(arguments)
    printed = output_of(line, tail=tail, context=context, caller=caller, seconds=seconds)
    offer = json.loads(printed.output)
    return {
        "server": offer["server"],
        "tools": [
            {"name": tool["name"], "class": tool["class"], "tool": tool["tool"]}
            for tool in offer["tools"]
        ],
        "resources": offer["resources"],
        "resource_templates": offer["resource_templates"],
        "prompts": offer["prompts"],
    }


TOOL = ServedTool(
    name="list_tools",
    title="List a server's catalog",
    description=(
        "Connect to a Model Context Protocol server and list its tools, resources "
        "and prompts. Each tool has the safety class that decides whether mcptest "
        "may call it. No tool is called. Specify the server with exactly one of "
        "command, url and suite."
    ),
    properties={**SERVER, "timeout_seconds": LIMIT},
    act=_act,
    output=closed(
        {
            "server": _OPEN,
            "tools": listed(closed({"name": TEXT, "class": TEXT, "tool": _OPEN})),
            "resources": listed(_OPEN),
            "resource_templates": listed(_OPEN),
            "prompts": listed(_OPEN),
        }
    ),
    executes=True,
)
