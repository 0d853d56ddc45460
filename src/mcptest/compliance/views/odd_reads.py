"""Reads of addresses that are none, or that climb out of any folder."""

from mcptest.compliance.observe.scripted_view import scripted_view

VIEW = scripted_view(
    "odd-reads",
    "resources/read without a uri, with a string that is not a URI, and with path traversal.",
    "scratch",
    (
        {"as": "nothing", "request": {"method": "resources/read", "params": {}}},
        {
            "as": "malformed",
            "request": {"method": "resources/read", "params": {"uri": "not a uri"}},
        },
        {
            "as": "climbing",
            "request": {
                "method": "resources/read",
                "params": {"uri": "file:///../../../../../../etc/passwd"},
            },
        },
        {
            "as": "encoded",
            "request": {
                "method": "resources/read",
                "params": {"uri": "file:///%2e%2e/%2e%2e/%2e%2e/etc/passwd"},
            },
        },
    ),
)
