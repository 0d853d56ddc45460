"""The processes of one server: started before they are needed, each used once."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from types import TracebackType
from typing import Any, Self, TypeVar

from mcptest.errors import TargetError
from mcptest.model.json import Json
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.model.start import Start
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.link import Connect, Link, ProcessLink, open_link, process_link
from mcptest.wire.session import Session
from mcptest.wire.target import Target
from mcptest.wire.uninterrupted import uninterrupted

UNUSED = "started ahead, not needed"
T = TypeVar("T")


@record(frozen=False)
class _Process:
    link: ProcessLink
    reason: str
    begun: float

    @property
    def start(self) -> Start:
        heard = self.link.transcript.heard_at
        return Start(self.reason, None if heard is None else round((heard - self.begun) * 1000, 1))


class Pool:
    """The creator closes it, which ends every process that came from it.

    Only what is launched is counted and started ahead: a server behind an address runs anyway.
    ``alone`` says that the server cannot run twice at a time: another process ends the one before.
    """

    def __init__(self, target: Target, limits: Limits, *, ahead: bool = True) -> None:
        """``ahead`` False starts each process when it is needed, for a machine with other work."""
        self.alone = False
        self.checked = False  # whether ``alone`` was found out
        self.opened: Session | None = None  # nobody has used it yet
        self.second: Session | None = None  # the same, beside the first
        self.own: Session | None = None  # the same, for a case that needs its own process
        self.refused: Link | None = None  # a process that refused server/discover, and nothing else
        self.schemas: dict[str, Json] = {}  # of the listed tools, by name, for all sessions
        self._target = target
        self._limits = limits
        self._ahead = ahead and target.launched
        self._ended: dict[int, Start] = {}
        self._processes: dict[int, _Process] = {}
        self._ready: deque[_Process] = deque()
        self._launches: set[asyncio.Task[None]] = set()
        self._beside: asyncio.Task[Any] | None = None
        self._agreed: asyncio.Future[Link | None] | None = None

    @property
    def starts(self) -> tuple[Start, ...]:
        """In their order."""
        known = {**self._ended, **{number: one.start for number, one in self._processes.items()}}
        return tuple(known[number] for number in sorted(known))

    @property
    def has_heard(self) -> bool:
        """Whether one of the processes said something."""
        return any(start.ms is not None for start in self.starts)

    def prestart(self, count: int) -> None:
        """Launch that many now; a failed launch is reported when the process is needed."""
        for _ in range(count if self._ahead and not self.alone else 0):
            task = asyncio.ensure_future(self._launch_ahead())
            self._launches.add(task)
            task.add_done_callback(self._launches.discard)

    def connecting(self, reason: str) -> Connect:
        """A way to open a link that says why."""

        async def connect(target: Target, *, limits: Limits, client: ClientSide) -> Link:
            return await self.link(reason, target=target, limits=limits, client=client)

        return connect

    async def link(
        self,
        reason: str,
        *,
        target: Target | None = None,
        limits: Limits | None = None,
        client: ClientSide | None = None,
    ) -> Link:
        """A process that nobody has spoken to: one that was started ahead, or a new one.

        Raises: TargetStartError, TargetConnectError.
        """
        wanted, client = target or self._target, client or ClientSide()
        if not wanted.launched:
            return await open_link(wanted, limits=limits or self._limits, client=client)
        if self.alone:
            await self.close()
        process = await self._take() or await self._launch(limits or self._limits, client)
        process.reason = reason
        process.link.adopt(client)
        return process.link

    def take_opened(self, version: SpecVersion | None) -> Session | None:
        """The session that is open and unused, at that revision and well; once."""
        session, self.opened = self.opened, None
        return self._fitting(session, version)

    def take_second(self, version: SpecVersion | None) -> Session | None:
        session, self.second = self.second, None
        return self._fitting(session, version)

    def take_own(self, version: SpecVersion | None) -> Session | None:
        session, self.own = self.own, None
        return self._fitting(session, version)

    def take_refused(self) -> Link | None:
        link, self.refused = self.refused, None
        return link if link is not None and link.alive() else None

    def look_beside(
        self, looking: Callable[[Callable[[Link | None], None]], Awaitable[T]]
    ) -> asyncio.Task[T]:
        """Ask other processes something while the first one is used; ends with the pool.

        ``looking`` tells which process agreed to several revisions and was asked nothing else.
        """
        agreed: asyncio.Future[Link | None] = asyncio.get_running_loop().create_future()

        def leave(link: Link | None) -> None:
            if not agreed.done():
                agreed.set_result(link)

        async def look() -> T:
            try:
                return await looking(leave)
            finally:
                leave(None)

        task = asyncio.ensure_future(look())
        self._beside, self._agreed = task, agreed
        return task

    async def take_agreed(self) -> Link | None:
        """The process that agreed to several revisions, once; None where there is none."""
        waiting, self._agreed = self._agreed, None
        link = None if waiting is None else await waiting
        return link if link is not None and link.alive() else None

    async def close(self) -> None:
        """End every process, also those that are just being launched."""
        if self._beside is not None:
            self._beside.cancel()
            await asyncio.gather(self._beside, return_exceptions=True)
        if self._launches:
            await asyncio.wait(self._launches)
        await self._end_all()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await uninterrupted(self.close())

    async def _take(self) -> _Process | None:
        """One that is well; what ended before anybody spoke to it has nothing to tell."""
        while self._launches and not self._ready:
            await asyncio.wait(self._launches, return_when=asyncio.FIRST_COMPLETED)
        while self._ready:
            process = self._ready.popleft()
            if process.link.alive():
                return process
        return None

    async def _launch_ahead(self) -> None:
        try:
            process = await self._launch(self._limits, ClientSide())
        except TargetError:
            return
        self._ready.append(process)

    async def _launch(self, limits: Limits, client: ClientSide) -> _Process:
        self._forget_ended()
        begun = monotonic()
        link = process_link(await open_link(self._target, limits=limits, client=client))
        assert link is not None
        process = _Process(link, UNUSED, begun)
        self._processes[len(self._ended) + len(self._processes)] = process
        return process

    def _forget_ended(self) -> None:
        """Of a process that is over, only its start is kept."""
        over = {number: one.start for number, one in self._processes.items() if one.link.closed}
        self._ended |= over
        for number in over:
            del self._processes[number]

    async def _end_all(self) -> None:
        self._ready.clear()
        await asyncio.gather(*(process.link.close() for process in self._processes.values()))

    def _fitting(self, session: Session | None, version: SpecVersion | None) -> Session | None:
        if session is None or not session.alive() or version not in (None, session.version):
            return None
        return session.share_schemas(self.schemas)
