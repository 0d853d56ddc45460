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
    Layer("path", "the path exists", ("http-not-found", "http-redirect")),
    Layer("transport", "the server supports an HTTP transport", ("http-", "sse-")),
    Layer("answer", "the server responds", ("handshake-timeout",)),
    Layer(
        "protocol",
        "the response is valid MCP",
        ("handshake-malformed", "handshake-crashed"),
    ),
    Layer("handshake", "a session can be opened", ("handshake-",)),
)


def layers_of(url: str) -> tuple[Layer, ...]:
    """Plain HTTP has no certificate to trust."""
    plain = url.lower().startswith("http://")
    return tuple(layer for layer in HTTP if not (plain and layer.id == "tls"))
