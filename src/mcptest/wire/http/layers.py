"""The steps between mcptest and a server at a URL."""

from __future__ import annotations

from mcptest.wire.transport import Layer

HTTP = (
    Layer("address", "the URL is valid", ("http-url", "http-header", "tls-ca-file")),
    Layer("resolve", "the host name resolves", ("connect-dns",)),
    Layer("connect", "the port is open", ("connect-",)),
    Layer("tls", "the certificate is trusted", ("tls-",)),
    Layer(
        "credentials",
        "access is granted",
        ("http-unauthorized", "http-forbidden", "http-rate-limited"),
    ),
    Layer("path", "the path is correct", ("http-not-found", "http-redirect")),
    Layer("transport", "the server supports an HTTP transport", ("http-", "sse-")),
    Layer("answer", "the server responds", ("handshake-timeout",)),
    Layer(
        "protocol",
        "the response is valid MCP",
        ("handshake-malformed", "handshake-crashed"),
    ),
    Layer("handshake", "a session can be opened", ("handshake-",)),
)
