"""One shared session per server: opened when needed, replaced when it dies, always closed."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace

from mcptest.engine.liveness import Connection, be_brief, see_off
from mcptest.engine.pool import Pool
from mcptest.engine.protocol.monitor import Monitor
from mcptest.engine.protocol.violations import Violations
from mcptest.engine.server import Server
from mcptest.engine.verdict import GIVEN_UP, gone
from mcptest.errors import TargetDeniedError, TargetError
from mcptest.model.counted import counted
from mcptest.model.events import Event, Noted, ServerOpened
from mcptest.model.redaction import Redactor
from mcptest.model.run import UNNAMED, SdkFacts, ServerFacts
from mcptest.model.spec_version import SpecVersion
from mcptest.model.start import Start
from mcptest.wire.client_side import ClientSide
from mcptest.wire.link import Link
from mcptest.wire.process.reopen import reopen
from mcptest.wire.ready import open_when_ready
from mcptest.wire.session import Session
from mcptest.wire.transcript import EXITED, TranscriptEntry

MAX_BARREN_RESTARTS = 3
SHARED = "shared session"
FRESH = "session of its own"
BAD_INPUT = "bad input"
_STARTS_AT_ONCE = max(2, os.cpu_count() or 1)


class Connections:
    """Every session of a run; nobody else opens or closes one."""

    def __init__(
        self,
        servers: Mapping[str, Server],
        emit: Callable[[Event], None],
        redactor: Redactor | None = None,
        *,
        monitored: bool = True,
    ) -> None:
        self.servers = servers
        self.facts: dict[str, ServerFacts] = {}
        self.unusable: dict[str, TargetError] = {}
        self.notes: list[str] = []
        self.problems: dict[str, list[TranscriptEntry]] = {name: [] for name in servers}
        self.violations = {name: Violations() for name in servers}
        self._monitored = monitored
        self._emit = emit
        self._redactor = redactor or Redactor()
        self._current: dict[str, Connection] = {}
        self._kept: list[Session] = []
        self._spare: dict[str, list[tuple[Session, Callable[[], None]]]] = {}
        self._locks = {name: asyncio.Lock() for name in servers}
        self._barren: dict[str, int] = dict.fromkeys(servers, 0)
        self._starts = asyncio.Semaphore(_STARTS_AT_ONCE)
        self._pools = {k: one.pool or Pool(one.target, one.limits) for k, one in servers.items()}

    @property
    def told(self) -> tuple[str, ...]:
        """What is worth a note at the end, of the connections and of the ways to them."""
        targets = (server.target for server in self.servers.values())
        return (*self.notes, *(note for target in targets for note in target.notes))

    def take(self, name: str) -> Connection | None:
        """The server's session where it is open and nobody replaces it; to be released, too."""
        current = self._current.get(name)
        if current is None or not current.usable or self._locks[name].locked():
            return None
        current.users += 1
        return current

    async def acquire(self, name: str) -> Connection:
        """The server's session; call release after acquire."""
        async with self._locks[name]:
            current = self._current.get(name)
            if current is None or not current.usable:
                current = await self._replace(name, current)
            current.users += 1
            return current

    def leave(self, connection: Connection) -> bool:
        """Release one that stays open; False where it has to be closed, which takes time."""
        if connection.users == 1 and not connection.usable:
            return False
        connection.users -= 1
        return True

    async def release(self, connection: Connection) -> None:
        connection.users -= 1
        if connection.users == 0 and not connection.usable:
            await connection.look()
            await self._close(connection)

    def pool(self, name: str) -> Pool:
        """Where the server's processes come from."""
        return self._pools[name]

    @property
    def starts(self) -> tuple[Start, ...]:
        """Every start of every server; names that share a pool count once."""
        pools = {id(pool): pool for pool in self._pools.values()}
        return tuple(start for pool in pools.values() for start in pool.starts)

    def answered(self, name: str) -> None:
        """The server did something right, so its restarts were worth it."""
        self._barren[name] = 0

    def forgive(self) -> None:
        """Begin anew: what was found so far has been told."""
        for name in self.servers:
            self.problems[name].clear()
            self.violations[name].clear()

    def blame_exit(self, name: str, session: Session) -> None:
        """Keep the end of a session that a case had to itself, where no reply told of it."""
        exits = (entry for entry in session.transcript.problems if entry.code == EXITED)
        self.problems[name].extend(exits)

    async def open_shared(self, name: str) -> Session:
        """A session for all cases, on a new process or connection."""
        server = self.servers[name]
        return await self._open(server, server.version, server.client(), SHARED)

    async def open_own(
        self,
        name: str,
        version: SpecVersion | None,
        client: ClientSide | None,
        *,
        reason: str = FRESH,
    ) -> Session:
        """A session that belongs to one case; closing it is the caller's."""
        server = self.servers[name]
        wanted = version or server.version
        ready = self._pools[name].take_own(wanted) if client is None else None
        return ready or await self._open(server, wanted, client or server.client(), reason)

    async def open_kept(self, name: str, version: SpecVersion | None, reason: str) -> Session:
        """A session that several cases use in turn; it is closed with all others at the end.

        A process that only refused ``server/discover``, or agreed to several revisions, is as good
        as a new one.
        """
        wanted, pool = version or self.servers[name].version, self._pools[name]
        session = pool.take_second(wanted)
        session = session or await self._reopened(name, pool.take_refused(), wanted)
        session = session or await self._reopened(name, await pool.take_agreed(), wanted)
        if session is None:
            session = await self.open_own(name, version, None, reason=reason)
        self._kept.append(session)
        return session

    async def open_agreed(
        self, name: str, version: SpecVersion | None, client: ClientSide | None = None
    ) -> Session | None:
        """A session on the process that agreed to several revisions, where there is one.

        It is closed with all others at the end, which nobody judges.
        """
        link = await self._pools[name].take_agreed()
        session = await self._reopened(name, link, version, client)
        if session is not None:
            self.part_at_end(session)
        return session

    def part_at_end(self, session: Session) -> None:
        """Close it with all others; nobody judges how its process ends."""
        be_brief(session)
        self._kept.append(session)

    async def _reopened(
        self,
        name: str,
        link: Link | None,
        version: SpecVersion | None,
        client: ClientSide | None = None,
    ) -> Session | None:
        server = self.servers[name]
        client = client or server.client()
        return await reopen(link, version, limits=server.limits, client=client)

    async def borrow(self, name: str) -> Session:
        """One that another case gave back and that is still well, or a new one."""
        while spares := self._spare.get(name):
            session, on_taken = spares.pop()
            if session.alive():
                on_taken()
                return session
        return await self.open_kept(name, None, BAD_INPUT)

    def give_back(
        self, name: str, session: Session, on_taken: Callable[[], None] = lambda: None
    ) -> None:
        """Returns the session for the next case; a broken one has been closed before."""
        if session.alive():
            self._spare.setdefault(name, []).append((session, on_taken))

    def take_back(self, name: str, session: Session) -> bool:
        """Whether nobody else uses it; the caller may continue to use it."""
        spares = self._spare.get(name, [])
        kept = self._spare[name] = [spare for spare in spares if spare[0] is not session]
        return len(kept) < len(spares)

    async def close_all(self) -> None:
        """All at once, and all of them to the end: each waits for its own server."""
        closings = [self._close(connection) for connection in self._current.values()]
        kept = [session.close() for session in self._kept]
        self._current.clear()
        self._kept.clear()
        await asyncio.gather(*closings, *kept)
        await asyncio.gather(*(pool.close() for pool in self._pools.values()))

    async def _replace(self, name: str, old: Connection | None) -> Connection:
        if name in self.unusable:
            raise self.unusable[name]
        if old is not None:
            await old.look()
            if not old.well:
                self._count_restart(name)
            if old.users == 0:
                await self._close(old)
        try:
            ready = self._pools[name].take_opened(self.servers[name].version)
            session = ready or await self.open_shared(name)
        except TargetError as error:
            self.unusable[name] = gone(error, seen=name in self.facts)
            if isinstance(error, TargetDeniedError):
                self._emit(Noted(self._redactor.text(error.message.splitlines()[0])))
            raise self.unusable[name] from error
        if self._monitored:
            Monitor(session, self.violations[name])
        connection = self._current[name] = Connection(name, session)
        self.learn(name, session)
        return connection

    def _count_restart(self, name: str) -> None:
        if self._pools[name].alone:
            return  # it is ended whenever another process is needed
        self._barren[name] += 1
        if self._barren[name] > MAX_BARREN_RESTARTS:
            who = "" if name == UNNAMED else f" {name!r}"
            starts = f"was started {MAX_BARREN_RESTARTS + 1} times in a row"
            message = f"the server{who} {starts} without responding to a call"
            self.unusable[name] = TargetError(GIVEN_UP, message)
            raise self.unusable[name]

    def learn(self, name: str, session: Session) -> None:
        if name not in self.facts:
            self.facts[name] = self._redactor.server(session.facts(name))
            self._emit(ServerOpened(self.facts[name]))

    def learn_tools(self, name: str, count: int, sdk: SdkFacts | None) -> None:
        """How many tools the server lists, so that a report can say how many were not called."""
        if name in self.facts:
            self.facts[name] = replace(self.facts[name], tools=count, sdk=sdk)

    async def _open(
        self, server: Server, version: SpecVersion | None, client: ClientSide, reason: str
    ) -> Session:
        """More processes starting at once than there are processors only delay each other."""
        async with self._starts if server.target.launched else nullcontext():
            session = await open_when_ready(
                server.target,
                ready=server.ready,
                version=version,
                limits=server.limits,
                client=client,
                connect=self._pools[server.name].connecting(reason),
            )
        return session.share_schemas(self._pools[server.name].schemas)

    async def _close(self, connection: Connection) -> None:
        if connection.closed:
            return
        well = connection.usable
        connection.retired = connection.closed = True
        try:
            if well and self._monitored and self.servers[connection.server].target.launched:
                await see_off(connection.session)
            closing = await connection.session.close()
        finally:
            self.problems[connection.server] += connection.session.transcript.problems
        if closing.ignored_eof:
            self._note("the server kept running after stdin was closed and had to be killed")
        if closing.leaked:
            left = counted(closing.leaked, "process", "processes")
            self._note(f"the server left {left} running; mcptest killed them")

    def _note(self, text: str) -> None:
        """Once, however many sessions it is true of."""
        if text not in self.notes:
            self.notes.append(text)
