"""A request of the stateless era at a version that nobody implements."""

from mcptest.compliance.scripted_view import scripted_view

VIEW = scripted_view(
    "unsupported-version",
    "tools/list at version 1900-01-01, then server/discover at the right one.",
    "shared",
    (
        {
            "as": "probe",
            "request": {"method": "tools/list"},
            "meta": {"protocolVersion": "1900-01-01"},
            "headers": {"MCP-Protocol-Version": "1900-01-01"},
        },
        {"as": "next", "live": True},
    ),
)
