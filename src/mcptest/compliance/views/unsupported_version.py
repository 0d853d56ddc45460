"""A version that nobody implements, on a connection that is in use."""

from mcptest.compliance.observe.scripted_view import scripted_view

VIEW = scripted_view(
    "unsupported-version",
    "tools/list rightly, then at version 1900-01-01, then server/discover rightly.",
    "scratch",
    (
        {"as": "first", "request": {"method": "tools/list"}},
        {
            "as": "probe",
            "request": {"id": "mcptest-unsupported-later", "method": "tools/list"},
            "meta": {"protocolVersion": "1900-01-01"},
            "headers": {"MCP-Protocol-Version": "1900-01-01"},
        },
        {"as": "next", "live": True},
    ),
)
