"""Every kind of request at a log level that does not exist."""

from mcptest.compliance.observe.every_request import varied_view

VIEW = varied_view(
    "loud-meta",
    "One request of each kind that works, with a logLevel that does not exist.",
    {"io.modelcontextprotocol/logLevel": "loud"},
)
