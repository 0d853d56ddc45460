"""The layers between a user and a working server, and which of them an error speaks of."""

from __future__ import annotations

from mcptest.errors import TargetError
from mcptest.model.record import record
from mcptest.wire.target import HttpTarget, Target


@record
class Layer:
    """One question; ``codes`` are the beginnings of the error codes that answer it with no."""

    id: str
    question: str
    codes: tuple[str, ...]


STDIO = (
    Layer("command", "the command is found", ("launch-not-found", "launch-cwd")),
    Layer("start", "the command can be started", ("launch-",)),
    Layer("alive", "the server keeps running", ("handshake-crashed",)),
    Layer("answer", "the server responds", ("handshake-timeout",)),
    Layer("protocol", "the response is valid MCP", ("handshake-malformed",)),
    Layer("handshake", "a session can be opened", ("handshake-",)),
)
HTTP = (
    Layer("address", "the URL is valid", ("http-url", "http-header", "tls-ca-file")),
    Layer("resolve", "the name resolves", ("connect-dns",)),
    Layer("connect", "the port is open", ("connect-",)),
    Layer("tls", "the certificate is trusted", ("tls-",)),
    Layer("credentials", "access is granted", ("http-unauthorized", "http-forbidden")),
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


def layers_of(target: Target) -> tuple[Layer, ...]:
    return HTTP if isinstance(target, HttpTarget) else STDIO


def broken_layer(layers: tuple[Layer, ...], error: TargetError) -> Layer:
    """The first layer that the error's code belongs to; the last one knows them all."""
    for layer in layers:
        if error.code.startswith(layer.codes):
            return layer
    return layers[-1]
