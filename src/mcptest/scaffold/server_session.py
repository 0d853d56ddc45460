"""A session with one server that is replaced when it dies, and closed at the end."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from mcptest.engine.connect import Connections
from mcptest.engine.server import Server
from mcptest.errors import TargetError
from mcptest.model.json import Json, JsonObject
from mcptest.model.run import ServerFacts
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Gate, Refusal
from mcptest.safety.policy import CallContext
from mcptest.wire.listing import Listing
from mcptest.wire.reply import Reply
from mcptest.wire.uninterrupted import uninterrupted


class ServerSession:
    """Calls with made-up arguments pass the gate; a server that is gone raises TargetError."""

    def __init__(self, server: Server, gate: Gate, feature: str) -> None:
        self.server = server
        self.gate = gate
        self.feature = feature
        self._connections = Connections({server.name: server}, lambda _event: None)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await uninterrupted(self._connections.close_all())
        self.gate.sandbox.remove()

    @property
    def facts(self) -> ServerFacts | None:
        return self._connections.facts.get(self.server.name)

    async def request(self, method: str, params: JsonObject | None = None) -> Reply:
        connection = await self._connections.acquire(self.server.name)
        try:
            reply = await connection.session.request(method, params)
        finally:
            await self._connections.release(connection)
        if reply.ok:
            self._connections.answered(self.server.name)
        return reply

    async def offers(self, kind: str) -> list[Json]:
        """Everything of one kind; nothing where the server does not declare it."""
        return (await self.listing(kind)).items

    async def listing(self, kind: str) -> Listing:
        connection = await self._connections.acquire(self.server.name)
        try:
            if kind.partition("/")[0] not in connection.session.capabilities:
                return Listing(complete=True)
            return await connection.session.list_all(kind)
        finally:
            await self._connections.release(connection)

    async def tools(self) -> list[ToolDescriptor]:
        """What can be called.

        Raises: TargetError where a server that has tools does not list them.
        """
        found = await self.listing("tools")
        if found.problem is not None and not found.items:
            raise TargetError(
                "tools-not-listed",
                f"the server did not list its tools: {found.problem}",
                hint="run mcptest doctor to diagnose the connection",
            )
        return [ToolDescriptor.from_json(item) for item in found.items]

    async def call(
        self, tool: ToolDescriptor, arguments: JsonObject, context: CallContext
    ) -> Reply | Refusal:
        """One call of a tool, if the gate lets it through."""
        async with self.gate.enter(self.server.name, tool, self.feature, context=context) as answer:
            if isinstance(answer, Refusal):
                return answer
            return await self.request("tools/call", {"name": tool.name, "arguments": arguments})
