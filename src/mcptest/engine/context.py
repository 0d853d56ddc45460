"""What a case may use while it observes."""

from __future__ import annotations

from typing import Protocol

from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Gate
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.session import Session
from mcptest.wire.target import Target


class Context(Protocol):
    """Given to ``Case.observe``; everything it opens is closed when the case ends."""

    server: str
    target: Target
    limits: Limits
    gate: Gate

    async def session(self) -> Session:
        """The server's shared session, reopened when it died."""

    async def fresh(
        self, *, version: SpecVersion | None = None, client: ClientSide | None = None
    ) -> Session:
        """A session on a process or connection of its own."""

    async def tools(self) -> tuple[ToolDescriptor, ...]:
        """What the server offers, fetched once."""

    def note(self, text: str) -> None:
        """Say something beside the verdict."""
