"""``run_suite``: run a suite of the served folder, and tell what failed and why."""

from __future__ import annotations

from mcptest.mcp_server.digest import DIGEST
from mcptest.mcp_server.performing import judge
from mcptest.mcp_server.target import LIMIT, option, seconds_of
from mcptest.mcp_server.tool import ServedTool, text
from mcptest.mcp_server.tool_context import ToolContext
from mcptest.mock.caller import PendingCall
from mcptest.model.json import JsonObject


def _act(arguments: JsonObject, context: ToolContext, caller: PendingCall) -> JsonObject:
    path = context.workspace.word(str(arguments["path"]))
    tags = arguments.get("tags", [])
    assert isinstance(tags, list)
    options = [*option("--filter", arguments.get("filter"))]
    options += [f"--tag={tag}" for tag in tags]
    seconds = seconds_of(arguments)
    line = ["run", *options, path]
    return judge(line, tail=(), context=context, caller=caller, seconds=seconds)


TOOL = ServedTool(
    name="run_suite",
    title="Run a suite",
    description=(
        "Run a test suite in the served folder: connect to its servers, make every "
        "call and check the responses. Failed and warned tests are reported with the "
        "assertion and the expected and actual values. Text quoted in a finding "
        "comes from the server under test."
    ),
    properties={
        "path": text("Path of a suite, or of a folder with suites, in the served folder."),
        "filter": text("Run only tests whose name contains this text.", most=500),
        "tags": {
            "type": "array",
            "description": "Run only tests that have one of these tags.",
            "items": {"type": "string", "maxLength": 200},
            "maxItems": 50,
        },
        "timeout_seconds": LIMIT,
    },
    required=("path",),
    act=_act,
    output=DIGEST,
    executes=True,
)
