"""Which server: a command, an address, or a peer in this process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field
from typing import Protocol, TypeAlias

from mcptest.model.record import record


@record
class StdioTarget:
    """A command to launch; it gets a minimal environment plus ``env``."""

    command: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str | None = None


@record
class HttpTarget:
    """An address; ``transport`` pins one of the two HTTP transports, None finds out."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    transport: str | None = None  # "streamable-http" | "sse" | None
    ca_file: str | None = None


class MemoryPipe(Protocol):
    """The peer's end of an in-memory link: one message a call, as bytes."""

    async def receive(self) -> bytes | None:
        """The next message from us; None when we closed."""

    async def send(self, message: bytes) -> None:
        """Give us one message."""


@record
class MemoryTarget:
    """A server in the same process; ``serve`` runs until its pipe closes."""

    serve: Callable[[MemoryPipe], Awaitable[None]]


Target: TypeAlias = StdioTarget | HttpTarget | MemoryTarget
