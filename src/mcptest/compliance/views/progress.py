"""A tool that reports progress, called with a text token, a number token and none."""

from mcptest.compliance.scripted_view import scripted_view
from mcptest.model.json import JsonObject

_CALL: JsonObject = {
    "method": "tools/call",
    "params": {"name": "${hints.progress_tool.name}", "arguments": "${hints.progress_tool.args}"},
}

VIEW = scripted_view(
    "progress",
    "The hinted progress tool, called with two progress tokens and without one.",
    "scratch",
    (
        {"as": "text", "request": _CALL, "meta": {"progressToken": "mcptest-progress"}},
        {"as": "number", "request": _CALL, "meta": {"progressToken": 4711}},
        {"as": "without", "request": _CALL},
        {"as": "alive", "live": True},
    ),
)
