"""What a connection answers before it was opened properly."""

from mcptest.compliance.observe.scripted_view import scripted_view

VIEW = scripted_view(
    "cold-start",
    "A connection of its own: tools/list first, then initialize without clientInfo.",
    "bare",
    (
        {"as": "early", "request": {"id": "mcptest-too-early", "method": "tools/list"}},
        {
            "as": "nameless",
            "request": {
                "id": "mcptest-nameless",
                "method": "initialize",
                "params": {"protocolVersion": "${session.version}", "capabilities": {}},
            },
        },
    ),
)
