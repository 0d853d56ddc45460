"""A tool that reports progress, called with a text token, a number token and none."""

from mcptest.compliance.observe.scripted_view import scripted_view
from mcptest.model.json import JsonObject


def _call(request_id: str) -> JsonObject:
    tool = "hints.progress_tool"
    return {
        "id": request_id,
        "method": "tools/call",
        "params": {"name": f"${{{tool}.name}}", "arguments": f"${{{tool}.args}}"},
    }


VIEW = scripted_view(
    "progress",
    "The hinted progress tool, called with two progress tokens and without one.",
    "scratch",
    (
        {
            "as": "text",
            "request": _call("mcptest-progress-text"),
            "meta": {"progressToken": "mcptest-progress"},
        },
        {
            "as": "number",
            "request": _call("mcptest-progress-number"),
            "meta": {"progressToken": 4711},
        },
        {"as": "without", "request": _call("mcptest-progress-none")},
        {"as": "afterwards", "listen": 0.25},
        {"as": "alive", "live": True},
    ),
)
