"""Every kind of request from a client that does not give its name."""

from mcptest.compliance.observe.every_request import varied_view

VIEW = varied_view(
    "nameless-meta",
    "One request of each kind that works, without clientInfo in _meta.",
    {"clientInfo": None},
)
