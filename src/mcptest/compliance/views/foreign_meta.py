"""Every kind of request with a key in ``_meta`` that is a client's own."""

from mcptest.compliance.observe.every_request import varied_view

VIEW = varied_view(
    "foreign-meta",
    "One request of each kind that works, with a key of a client's own in _meta.",
    {"com.example/mcptest": 1},
)
