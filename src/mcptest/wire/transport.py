"""What the rest of mcptest needs to know about a transport."""

from __future__ import annotations

from mcptest.model.record import record


@record
class Transport:
    """A way to exchange messages with a server.

    ``rules`` are its names in the rules. ``process`` means that mcptest started the process at the
    other end, ``http`` that each request is an HTTP exchange.
    """

    name: str  # in reports
    rules: frozenset[str] = frozenset()
    process: bool = False
    http: bool = False


@record
class Layer:
    """One step on the way to a server, as a statement that holds or not.

    ``codes`` are the beginnings of the error codes that refute it.
    """

    id: str
    question: str
    codes: tuple[str, ...]


STDIO = Transport("stdio", frozenset({"stdio"}), process=True)
MEMORY = Transport("memory", frozenset({"stdio"}))
STREAMABLE_HTTP = Transport("streamable-http", frozenset({"http"}), http=True)
SSE = Transport("sse", frozenset({"sse"}), http=True)
# An address does not say which of the two it speaks.
ANY_HTTP = Transport("http", STREAMABLE_HTTP.rules | SSE.rules, http=True)
