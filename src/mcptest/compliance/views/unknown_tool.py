"""A call of a tool that nobody has; nothing runs, so no permission is needed."""

from mcptest.compliance.observe.probe_view import probe_view

VIEW = probe_view(
    "unknown-tool",
    "tools/call",
    "The answer to a call of a tool that nobody has.",
    lambda: {"name": "mcptest_no_such_tool", "arguments": {}},
)
