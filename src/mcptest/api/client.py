"""The asynchronous client: one session with one server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from types import TracebackType
from typing import Any, Self

from mcptest.api.answer import Answer, answer_of
from mcptest.api.protocol import ProtocolLog
from mcptest.api.server import ServerLike, find_server, secrets_of
from mcptest.engine.server import open_server
from mcptest.errors import NoAnswerError, ProtocolViolationError, UsageError
from mcptest.match.matcher import MatchContext, SnapshotStore
from mcptest.model.finding import Finding
from mcptest.model.json import Json, JsonObject
from mcptest.model.tool import ToolDescriptor
from mcptest.wire.session import Session
from mcptest.wire.transcript import Transcript

__tracebackhide__ = True  # pytest then shows the line of the caller


class AsyncClient:
    """Opens its server at the first use and closes it at the end of its block.

    ``server`` is a command, an address, an entry of ``suite.servers``, or a server object.
    Every message is checked; where the server broke the protocol, closing the client raises
    ProtocolViolationError, unless ``check_protocol`` is False.
    """

    def __init__(
        self,
        server: ServerLike,
        *,
        timeout: float | None = None,
        spec_version: str | None = None,
        name: str = "",
        snapshots: SnapshotStore | None = None,
        check_protocol: bool = True,
    ) -> None:
        self._server = find_server(server, timeout=timeout, spec_version=spec_version)
        self.secrets = secrets_of(server)  # what nobody should show of this conversation
        self._protocol = ProtocolLog(self.secrets)
        self._check_protocol = check_protocol
        self._matching = MatchContext(case_id=name, snapshots=snapshots)
        self._opening = asyncio.Lock()
        self._session: Session | None = None  # the one that is open
        self._latest: Session | None = None  # the same, also after it was closed
        self._session_owner: AsyncGenerator[Session, None] | None = None

    async def __aenter__(self) -> Self:
        await self._open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            await self.close()
        except ProtocolViolationError as broken:
            if error is None:
                raise
            error.add_note(broken.message)  # what went wrong first must stay visible

    async def call(
        self, tool: str, arguments: Mapping[str, Any] | None = None, /, **more: Any
    ) -> Answer:
        """Call a tool: ``await mcp.call("add", a=1, b=2)``.

        Raises: TargetError when the server cannot be reached, NoAnswerError when it dies or hangs.
        """
        return await self.request("tools/call", _named(tool, arguments, more))

    async def read(self, uri: str) -> Answer:
        """Read a resource."""
        return await self.request("resources/read", {"uri": uri})

    async def prompt(
        self, name: str, arguments: Mapping[str, str] | None = None, /, **more: str
    ) -> Answer:
        """Get a prompt."""
        return await self.request("prompts/get", _named(name, arguments, more))

    async def request(self, method: str, params: JsonObject | None = None) -> Answer:
        """Send any request."""
        session = await self._open()
        return answer_of(await session.request(method, params), self._matching)

    async def tools(self) -> tuple[ToolDescriptor, ...]:
        """Every tool that the server offers, all pages of the list."""
        return tuple(ToolDescriptor.from_json(item) for item in await self._list("tools"))

    async def resources(self) -> list[Json]:
        """Every resource, as served."""
        return await self._list("resources")

    async def prompts(self) -> list[Json]:
        """Every prompt, as served."""
        return await self._list("prompts")

    async def close(self) -> None:
        """End the conversation; a server that we started is ended as well.

        Raises: ProtocolViolationError when the server broke the protocol.
        """
        if self._session_owner is None or self._session is None:
            return
        owner, session = self._session_owner, self._session
        self._session_owner = self._session = None
        try:
            await self._protocol.see_off(session)
        finally:
            await owner.aclose()
        broken = self._protocol.error() if self._check_protocol else None
        if broken is not None:
            raise broken

    @property
    def transcript(self) -> Transcript:
        """Everything that was said so far, both ways."""
        return self._opened.transcript

    @property
    def problems(self) -> tuple[Finding, ...]:
        """Every protocol violation of the server since it was opened, each different one once."""
        return self._protocol.findings

    @property
    def info(self) -> Mapping[str, Json]:
        """What the server calls itself."""
        return self._opened.info or {}

    @property
    def capabilities(self) -> Mapping[str, Json]:
        """What the server says that it can do."""
        return self._opened.capabilities

    @property
    def protocol_version(self) -> str:
        """The revision that is spoken."""
        return self._opened.version.wire

    @property
    def _opened(self) -> Session:
        if self._latest is None:
            raise UsageError(
                "client-not-open",
                "no request was sent yet, so there is nothing to check",
                hint="send a request first, or open the client in a with block",
            )
        return self._latest

    async def _list(self, kind: str) -> list[Json]:
        listing = await (await self._open()).list_all(kind)
        if listing.problem is not None:
            raise NoAnswerError("not-listed", f"cannot list {kind}: {listing.problem}")
        return listing.items

    async def _open(self) -> Session:
        _refuse_other_loops()
        async with self._opening:
            if self._session is None:
                self._session_owner = _keep(await open_server(self._server))
                self._session = self._latest = await anext(self._session_owner)
                self._protocol.listen(self._session)
            return self._session


async def _keep(session: Session) -> AsyncGenerator[Session, None]:
    """Close a session that nobody closed: an event loop that ends, ends its generators first."""
    try:
        yield session
    finally:
        await session.close()


def _named(name: str, arguments: Mapping[str, Any] | None, more: Mapping[str, Any]) -> JsonObject:
    return {"name": name, "arguments": {**(arguments or {}), **more}}


def _refuse_other_loops() -> None:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        raise UsageError(
            "other-event-loop",
            "mcptest requires asyncio, and this is another event loop",
            hint='under anyio, run the test on the "asyncio" backend',
        ) from None
