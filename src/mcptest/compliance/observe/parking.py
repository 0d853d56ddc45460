"""Keep processes that answered their first request, for another one.

Some checks need a process that has received no message yet. Most of these processes still work
afterwards, and a check that only needs its own session can reuse one instead of starting another.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING
from weakref import WeakSet

from mcptest.compliance.observe.fixtures.capable import capable_client
from mcptest.compliance.observe.view import NotSeenError
from mcptest.engine.context import Context
from mcptest.errors import TargetHandshakeError
from mcptest.model.spec_version import Era
from mcptest.wire.client_side import ClientSide
from mcptest.wire.link import Link, ProcessLink, process_link
from mcptest.wire.opening import FIRST_ID
from mcptest.wire.session import Session, open_on

if TYPE_CHECKING:
    from mcptest.compliance.observe.examination import Examination

# The view that leaves a process for sessions of their own, and the one that leaves it for its end.
FOR_SESSIONS = {Era.HANDSHAKE: "introduction", Era.STATELESS: "odd-meta"}
FOR_THE_END = {Era.HANDSHAKE: "cold-start", Era.STATELESS: "stranger"}
FIRST_USER = "offers"
GUEST = "task-run"  # takes long, so it may have the process that is left for its end
_APART = 1000  # ids between two openings, more than one conversation needs


class Parking:
    """By the view that left them; one user at a time."""

    def __init__(self) -> None:
        self._links: dict[str, ProcessLink] = {}
        self._guest: asyncio.Event | None = None
        self._opened = 0
        self._served: WeakSet[Context] = WeakSet()
        self._lock = asyncio.Lock()

    async def leave(self, view: str, link: Link) -> None:
        """Keep it where it is a process that is well, else close it."""
        process = process_link(link)
        if process is not None and link.alive() and view not in self._links:
            self._links[view] = process
        else:
            await link.close()

    def has_served(self, ctx: Context) -> bool:
        """Whether the case was given a process that others had before."""
        return ctx in self._served

    @asynccontextmanager
    async def session(
        self,
        exam: Examination,
        ctx: Context,
        client: ClientSide | None = None,
        *,
        first: bool = False,
    ) -> AsyncIterator[Session | None]:
        """A session on a process that is left, for the user alone; None where there is none.

        Where tools are called to find fixtures, that user comes ``first``: some servers ask their
        client only once in a process.
        """
        if not first and exam.fixtures.sought:
            with suppress(NotSeenError):
                await exam.see(FIRST_USER, ctx)
        async with self._lock:
            able = client or capable_client(version=exam.version)
            session = await self._open(FOR_SESSIONS, exam, ctx, able, keep=True)
            if session is not None:
                self._served.add(ctx)
            yield session

    async def last_session(
        self,
        views: Mapping[Era, str],
        exam: Examination,
        ctx: Context,
        client: ClientSide | None = None,
    ) -> Session | None:
        """The same for the last user of a process, who closes it."""
        if views is FOR_THE_END and self._guest is not None:
            await self._guest.wait()
        return await self._open(views, exam, ctx, client, keep=False)

    def expect_guest(self) -> None:
        """Until it is served, nobody ends the process that it may want."""
        self._guest = asyncio.Event()

    def serve_guest(self) -> None:
        """It has what it needs, or needs nothing."""
        if self._guest is not None:
            self._guest.set()

    async def guest_session(self, exam: Examination, ctx: Context) -> Session | None:
        """The process is its own from now on, and nobody judges how that ends.

        A task can outlive the conversation, so its process may not end when its input does.
        """
        session = await self._open(
            FOR_THE_END, exam, ctx, capable_client(version=exam.version), keep=False
        )
        if session is not None:
            ctx.connections.part_at_end(session)
        return session

    async def close(self) -> None:
        """Nobody needs them any more, and what a server says at its end belongs to the record."""
        links = list(self._links.values())
        self._links.clear()
        await asyncio.gather(*(link.close() for link in links))

    async def _open(
        self,
        views: Mapping[Era, str],
        exam: Examination,
        ctx: Context,
        client: ClientSide | None,
        *,
        keep: bool,
    ) -> Session | None:
        version = exam.version
        if version is None or not (await exam.session(ctx)).link.transport.process:
            return None
        view = views[version.era]
        with suppress(NotSeenError):
            await exam.see(view, ctx)
        link = self._links.get(view) if keep else self._links.pop(view, None)
        if link is None or not link.alive():
            return None
        self._opened += 1
        number = FIRST_ID + _APART * self._opened
        client = client or ClientSide()
        link.adopt(client)
        if exam.was_probed(link.transcript):  # what is said from now on is what clients say
            exam.freeze(link.transcript)
            link.transcript.forget()
        try:
            session = await open_on(link, version, limits=ctx.limits, client=client, number=number)
        except TargetHandshakeError:
            return None
        exam.remember(link.transcript)
        return session
