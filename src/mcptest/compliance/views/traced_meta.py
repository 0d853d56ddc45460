"""Every kind of request with trace context in ``_meta``."""

from mcptest.compliance.observe.every_request import varied_view

VIEW = varied_view(
    "traced-meta",
    "One request of each kind that works, with trace context in _meta.",
    {
        "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "tracestate": "vendor=t61rcWkgMzE",
        "baggage": "userId=alice",
    },
)
