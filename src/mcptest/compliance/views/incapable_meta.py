"""Every kind of request without a word of what the client can do."""

from mcptest.compliance.observe.every_request import varied_view

VIEW = varied_view(
    "incapable-meta",
    "One request of each kind that works, without clientCapabilities in _meta.",
    {"clientCapabilities": None},
)
