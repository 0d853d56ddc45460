"""Every kind of request from a client with another name."""

from mcptest.compliance.observe.every_request import varied_view

VIEW = varied_view(
    "renamed-meta",
    "One request of each kind that works, with another name in clientInfo.",
    {"clientInfo": {"name": "another-client", "version": "9.9.9"}},
)
