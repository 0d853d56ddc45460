"""The steps between mcptest and a server that it starts."""

from __future__ import annotations

from mcptest.wire.transport import Layer

STDIO = (
    Layer("command", "the command is found", ("launch-not-found", "launch-cwd")),
    Layer("start", "the command can be started", ("launch-",)),
    Layer("alive", "the server keeps running", ("handshake-crashed",)),
    Layer("answer", "the server responds", ("handshake-timeout",)),
    Layer("protocol", "the response is valid MCP", ("handshake-malformed",)),
    Layer("handshake", "a session can be opened", ("handshake-",)),
)
