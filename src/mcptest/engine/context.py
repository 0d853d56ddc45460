"""What a case may use while it observes."""

from __future__ import annotations

from contextlib import AsyncExitStack

from mcptest.engine.around.isolated import open_isolated
from mcptest.engine.clock import Clock
from mcptest.engine.connect import Connections
from mcptest.engine.ledger import Ledger
from mcptest.engine.liveness import Connection, be_brief
from mcptest.engine.protocol.list_failure import list_findings
from mcptest.engine.server import Server
from mcptest.match.matcher import MatchContext
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.model.run import SdkFacts
from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import strictest_by_name
from mcptest.safety.gate import Gate
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.listeners import unheard
from mcptest.wire.listing import Listing
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.session import Session
from mcptest.wire.target import Target


async def part_with(session: Session) -> None:
    """Close what one case had to itself, without the long wait that a verdict needs."""
    be_brief(session)
    await session.close()


class ToolLists:
    """What each server offers, fetched once a run."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[ToolDescriptor, ...]] = {}
        self.by_name: dict[str, dict[str, ToolDescriptor]] = {}
        self.problems: dict[str, str] = {}  # why a list is not whole
        self.sdks: dict[str, SdkFacts | None] = {}
        self.answers: dict[tuple[str, str], OneAnswer] = {}


@record
class OneAnswer:
    """What a tool that may be called once answered, for everyone who would have called it."""

    arguments: Json
    reply: Reply
    version: SpecVersion


class Context:
    """Given to ``Case.observe``; everything it opens is closed when the case ends."""

    def __init__(
        self,
        server: Server,
        connections: Connections,
        *,
        gate: Gate,
        ledger: Ledger,
        tool_lists: ToolLists,
        matching: MatchContext,
        clock: Clock,
        isolated: bool = False,
    ) -> None:
        self.server = server.name
        self.counted_as = server.counted_as or server.name
        self.captured: dict[str, Json] = {}  # what the hooks of the suite captured
        self.target: Target = server.target
        self.limits: Limits = server.limits
        self.gate = gate
        self.ledger = ledger
        self.matching = matching
        self.notes: list[str] = []
        self.waited = 0.0  # seconds until the server was there, which are not the case's
        self._clock = clock
        self.connections = connections
        self._tool_lists = tool_lists
        self._isolated = isolated
        self._alone: Session | None = None
        self._shared: Connection | None = None
        self._owned: AsyncExitStack | None = None  # of the few cases that have something to close

    async def session(self) -> Session:
        """The server's shared session, or its own one if it is isolated; reopened when it died."""
        if self._isolated:
            return await self._own_session()
        if self._shared is not None and not self._shared.usable:
            await self._let_go()
        if self._shared is None:
            self._shared = self.connections.take(self.server)
        if self._shared is None:
            begun = self._clock.seconds()
            with unheard():
                self._shared = await self.connections.acquire(self.server)
            self.waited += self._clock.seconds() - begun
        return self._shared.session

    async def _own_session(self) -> Session:
        if self._alone is None or not self._alone.alive():
            begun = self._clock.seconds()
            with unheard():
                self._alone = await open_isolated(self.connections, self.server)
            self.close_at_end(self._alone)
            self.waited += self._clock.seconds() - begun
        return self._alone

    async def request(
        self, method: str, params: JsonObject | None, *, timeout: float | None = None
    ) -> Reply:
        """Ask in the shared session; one that an HTTP server forgot is begun anew, once."""
        session = await self.session()
        reply = await session.request(method, params, timeout=timeout)
        if session.lost and reply.kind is ReplyKind.REFUSED:
            self.note("the session expired (HTTP 404); reconnected")
            session = await self.session()
            reply = await session.request(method, params, timeout=timeout)
        return reply

    async def fresh(
        self, *, version: SpecVersion | None = None, client: ClientSide | None = None
    ) -> Session:
        """A session on a process or connection of its own."""
        session = await self.connections.open_own(self.server, version, client)
        self.close_at_end(session)
        return session

    @property
    def _own(self) -> AsyncExitStack:
        if self._owned is None:
            self._owned = AsyncExitStack()
        return self._owned

    def close_at_end(self, session: Session) -> None:
        """Close it with this case, whose own it is."""
        self._own.push_async_callback(part_with, session)

    async def borrowed(self) -> Session:
        """A session that no other case uses meanwhile, and that the next one may take over."""
        session = await self.connections.borrow(self.server)
        self._own.callback(self.connections.give_back, self.server, session)
        return session

    async def tools(self) -> tuple[ToolDescriptor, ...]:
        """What the server offers, fetched once."""
        if self.server not in self._tool_lists.known:
            session, listing = await self._list_tools()
            self._tool_lists.known[self.server] = tuple(
                ToolDescriptor.from_json(item) for item in listing.items
            )
            self._tool_lists.sdks[self.server] = session.facts(self.server).sdk
            if listing.problem is not None:
                self._tool_lists.problems[self.server] = listing.problem
                self.connections.violations[self.server].add(
                    list_findings(listing, declared="tools" in session.capabilities)
                )
        return self._tool_lists.known[self.server]

    async def _list_tools(self) -> tuple[Session, Listing]:
        """Once more if the server ended meanwhile: another case may have crashed it."""
        session = await self.session()
        with unheard():
            listing = await session.list_all("tools")
            if listing.problem is not None and not session.alive():
                session = await self.session()
                listing = await session.list_all("tools")
        return session, listing

    async def tools_by_name(self) -> dict[str, ToolDescriptor]:
        """The same by name; where two share one, the more dangerous of them."""
        if self.server not in self._tool_lists.by_name:
            by_name = strictest_by_name(await self.tools())
            self._tool_lists.by_name[self.server] = by_name
            self.connections.learn_tools(
                self.server, len(by_name), self._tool_lists.sdks.get(self.server)
            )
        return self._tool_lists.by_name[self.server]

    def keep_answer(self, tool: ToolDescriptor, answer: OneAnswer) -> None:
        self._tool_lists.answers[self.gate.key(self.server, tool.name)] = answer

    def kept_answer(self, tool: ToolDescriptor) -> OneAnswer | None:
        """The answer to the one call that this run may make of the tool, once it was made."""
        return self._tool_lists.answers.get(self.gate.key(self.server, tool.name))

    @property
    def tools_problem(self) -> str | None:
        """Why ``tools`` gave less than the server has, where it did."""
        return self._tool_lists.problems.get(self.server)

    def note(self, text: str) -> None:
        """Say something beside the verdict."""
        self.notes.append(text)

    def answered(self) -> None:
        """The server did something right, so its restarts were worth it."""
        self.connections.answered(self.server)

    def retire_session(self) -> None:
        """The session is in doubt (a call hung); the next case gets another."""
        self._alone = None
        if self._shared is not None:
            self._shared.retired = True

    async def release_own(self) -> None:
        """Close, or leave to others, what this case had to itself."""
        if self._owned is not None:
            await self._owned.aclose()

    def leave(self) -> bool:
        """Give back what is used, where that needs no waiting; True when nothing is left to close.

        Most cases end so, and a task to close nothing would cost as much as their call.
        """
        if self._owned is not None:
            return False
        if self._shared is not None and self.connections.leave(self._shared):
            self._shared = None
        return self._shared is None

    async def close(self) -> None:
        try:
            await self.release_own()
        finally:
            await self._let_go()

    async def _let_go(self) -> None:
        if self._shared is not None:
            shared, self._shared = self._shared, None
            await self.connections.release(shared)
