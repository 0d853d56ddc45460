"""Requests of the stateless era with an unknown version, without one, and without any ``_meta``.

A server that serves both eras may take such a request for one of the older era and stay there. So
this needs a connection of its own, and a good request in between that settles the era.
"""

from mcptest.compliance.observe.connection import UNTOUCHED
from mcptest.compliance.observe.scripted_view import scripted_view

VIEW = scripted_view(
    "odd-meta",
    "tools/list at version 1900-01-01, then without a version in its _meta, then without _meta.",
    UNTOUCHED,
    (
        {
            "as": "unsupported",
            "request": {"id": "mcptest-unsupported", "method": "tools/list"},
            "meta": {"protocolVersion": "1900-01-01"},
            "headers": {"MCP-Protocol-Version": "1900-01-01"},
        },
        {"as": "settled", "request": {"method": "tools/list"}},
        {
            "as": "versionless",
            "request": {"id": "mcptest-versionless", "method": "tools/list"},
            "meta": {"protocolVersion": None},
        },
        {
            "as": "without",
            "await": True,
            "send": {
                "jsonrpc": "2.0",
                "id": "mcptest-without-meta",
                "method": "tools/list",
                "params": {},
            },
        },
    ),
)
