"""Serve a server object of the user's SDK in this process.

The SDK's ``stdio_server`` takes the files to read and to write, so both sides serialize every
message just as they would over a pipe. Nothing of an SDK is imported before a server is served.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from importlib import import_module
from typing import Any

from mcptest.errors import UsageError
from mcptest.wire.target import MemoryPipe, MemoryTarget

_INSIDE = ("_mcp_server", "_lowlevel_server")  # where FastMCP and MCPServer keep the real one
_NEEDED = ("run", "create_initialization_options")


def sdk_target(server: object) -> MemoryTarget:
    """A target for a ``Server``, ``MCPServer`` or ``FastMCP``.

    Raises: UsageError when it is none of them.
    """
    inner = _real_server(server)

    async def serve(pipe: MemoryPipe) -> None:
        stdio_server = import_module("mcp.server.stdio").stdio_server
        async with AsyncExitStack() as stack:
            lifespan = getattr(server, "_lifespan_manager", None)  # FastMCP enters it around run
            if lifespan is not None:
                await stack.enter_async_context(lifespan())
            streams = stdio_server(_Incoming(pipe), _Outgoing(pipe))
            read, write = await stack.enter_async_context(streams)
            await inner.run(read, write, inner.create_initialization_options())

    return MemoryTarget(serve)


def _real_server(server: object) -> Any:
    candidates = [getattr(server, name, None) for name in _INSIDE]
    for candidate in (*candidates, server):
        if all(callable(getattr(candidate, name, None)) for name in _NEEDED):
            return candidate
    raise UsageError(
        "server-object",
        f"cannot test a {type(server).__name__}",
        hint="pass a command, a URL, or a Server, MCPServer or FastMCP object",
    )


class _Incoming:
    """The lines that we send, as the SDK's reader iterates over its standard input."""

    def __init__(self, pipe: MemoryPipe) -> None:
        self._pipe = pipe

    async def __aiter__(self) -> AsyncIterator[str]:
        while (raw := await self._pipe.receive()) is not None:
            yield raw.decode("utf-8", "replace") + "\n"


class _Outgoing:
    """Standard output, one message a write."""

    def __init__(self, pipe: MemoryPipe) -> None:
        self._pipe = pipe

    async def write(self, line: str) -> None:
        await self._pipe.send(line.rstrip("\n").encode("utf-8", "surrogatepass"))

    async def flush(self) -> None:
        """Every write has arrived already."""
