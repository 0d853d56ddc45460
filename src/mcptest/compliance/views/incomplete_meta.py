"""Requests of the stateless era whose ``_meta`` is not there, or lacks the version.

A server that serves both eras may take such a request for one of the older era and stay there, so
this needs a connection of its own.
"""

from mcptest.compliance.scripted_view import scripted_view

VIEW = scripted_view(
    "incomplete-meta",
    "tools/list without protocolVersion in its _meta, and tools/list without any _meta.",
    "fresh",
    (
        {
            "as": "versionless",
            "request": {"id": "mcptest-versionless", "method": "tools/list"},
            "meta": {"protocolVersion": None},
        },
        {
            "as": "bare",
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
