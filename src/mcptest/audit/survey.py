"""Find a server's revisions and tools before an audit is planned."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from mcptest.compliance.revisions.judged import OLDER, unmet
from mcptest.compliance.revisions.newest import open_newest
from mcptest.engine.protocol.list_failure import list_findings
from mcptest.engine.server import Server, wait_for_server
from mcptest.engine.single_instance import open_pinned
from mcptest.errors import OUT_OF_REACH, TargetHandshakeError
from mcptest.model.finding import Finding
from mcptest.model.json import Json
from mcptest.model.record import record
from mcptest.model.run import ServerFacts
from mcptest.model.spec_version import NEWEST_HANDSHAKE, Era, SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import strictest_by_name
from mcptest.wire.detect import Detection, Look, detect
from mcptest.wire.link import Link
from mcptest.wire.listing import Listing
from mcptest.wire.session import Session, open_session

_TOO_SLOW = "handshake-timeout"
T = TypeVar("T")


@record
class Survey:
    """``trouble`` says why no session could be opened; ``graded`` is oldest first.

    ``notes`` say which revisions could not be asked for, ``unlisted`` what kept the server from
    listing all its tools.
    """

    speaks: tuple[SpecVersion, ...]
    newest: SpecVersion
    graded: tuple[SpecVersion, ...]
    tools: tuple[ToolDescriptor, ...] = ()
    capabilities: Mapping[str, Json] | None = None
    facts: ServerFacts | None = None
    trouble: TargetHandshakeError | None = None
    notes: tuple[str, ...] = ()
    unlisted: tuple[Finding, ...] = ()
    seconds: float = 0.0
    older: asyncio.Task[Detection] | None = None  # what finds out all that it speaks

    async def settled(self) -> Survey:
        """The same, with every revision that the server speaks."""
        if self.older is None:
            return self
        [found] = await asyncio.gather(self.older, return_exceptions=True)
        return replace(self, speaks=found.speaks) if isinstance(found, Detection) else self


@record
class _Sight:
    tools: tuple[ToolDescriptor, ...]
    capabilities: Mapping[str, Json]
    facts: ServerFacts
    unlisted: tuple[Finding, ...]


async def survey(server: Server, *, thorough: bool, at_once: int = 2, more: int = 0) -> Survey:
    """Ask for every revision; where the audit is thorough, each will be graded, else the newest.

    ``at_once`` bounds how many connections to the server that takes at a time. With a pool, the
    session that shows the newest revision is left in it for the run. ``more`` processes are started
    ahead.

    Raises: TargetStartError, TargetConnectError, TargetDeniedError.
    """
    begun = time.monotonic()
    await wait_for_server(server)
    try:
        if _shares(server):
            found = await _shared(server, at_once, more, thorough=thorough)
        else:
            found = await _surveyed(server, thorough=thorough, at_once=at_once, more=more)
    except OUT_OF_REACH:
        raise
    except TargetHandshakeError as refusal:
        pinned = server.version or NEWEST_HANDSHAKE
        found = Survey((), pinned, (pinned,), trouble=refusal)
    return replace(found, seconds=time.monotonic() - begun)


def _shares(server: Server) -> bool:
    """Whether a process that shows the newest revision can be used by the run."""
    return server.target.launched and server.pool is not None and server.version is None


async def _shared(server: Server, at_once: int, more: int, *, thorough: bool) -> Survey:
    pool = server.pool
    notes: list[str] = []
    assert pool is not None

    async def opened() -> Session:
        return await open_newest(server, pool, more=more, note=notes.append)

    async def look(left: Callable[[Link | None], None] | None = None) -> Detection:
        return await detect(
            server.target,
            limits=server.limits,
            client=server.client(),
            at_once=1 if pool.alone else at_once,
            connect=pool.connecting(OLDER),
            newest=session,
            left=left if session.era is Era.HANDSHAKE else None,
        )

    session = await _twice(opened)
    beside = None if thorough or pool.alone else pool.look_beside(look)
    sight = await _seen(session, server.name)
    newest = session.version
    speaks: tuple[SpecVersion, ...] = (newest,)
    if beside is None:
        found = await look()
        speaks, notes = found.speaks, [*notes, *(found.notes if thorough else ())]
    if not pool.alone:
        pool.opened = session
    return Survey(
        speaks,
        newest,
        speaks if thorough else (newest,),
        sight.tools,
        sight.capabilities,
        sight.facts,
        notes=tuple(notes),
        unlisted=sight.unlisted,
        older=beside,
    )


async def _surveyed(server: Server, *, thorough: bool, at_once: int, more: int) -> Survey:
    sights: dict[SpecVersion, _Sight] = {}
    await _open_for_the_run(server, more)

    async def look(session: Session) -> None:
        if server.version in (None, session.version):
            sights[session.version] = await _seen(session, server.name)

    found = await _detected(server, at_once, look)
    pin = server.version
    if pin is not None and pin.wire not in {version.wire for version in found.speaks}:
        raise unmet(pin, found.speaks)
    newest = pin or found.speaks[-1]
    sight = sights.get(newest) or await _visited(server, newest)
    return Survey(
        found.speaks,
        newest,
        found.speaks if thorough else (newest,),
        sight.tools,
        sight.capabilities,
        sight.facts,
        notes=found.notes if thorough else found.notes_above(newest) if pin is None else (),
        unlisted=sight.unlisted,
    )


async def _open_for_the_run(server: Server, more: int) -> None:
    """Leave a session at the pin in the pool, which shows whether the server runs twice."""
    if server.version is None or server.pool is None or not server.target.launched:
        return
    with suppress(TargetHandshakeError):  # what it speaks in its place is asked for next
        server.pool.opened = await open_pinned(server, server.pool, server.version, more=more)


async def _seen(session: Session, name: str) -> _Sight:
    """A list that was not given in full is found here, since no later stage asks for it."""
    listing = await session.list_all("tools") if "tools" in session.capabilities else Listing()
    tools = strictest_by_name(ToolDescriptor.from_json(item) for item in listing.items)
    unlisted = tuple(list_findings(listing, declared=True, shapes_judged=False))
    return _Sight(tuple(tools.values()), session.capabilities, session.facts(name), unlisted)


async def _visited(server: Server, version: SpecVersion) -> _Sight:
    session = await open_session(
        server.target, version=version, limits=server.limits, client=server.client()
    )
    try:
        return await _seen(session, server.name)
    finally:
        await session.close()


async def _detected(server: Server, at_once: int, look: Look) -> Detection:
    alone = server.pool is not None and server.pool.alone

    async def found() -> Detection:
        return await detect(
            server.target,
            limits=server.limits,
            client=server.client(),
            at_once=1 if alone else at_once,
            look=look,
            connect=server.pool.connecting(OLDER) if alone and server.pool else None,
        )

    return await _twice(found)


async def _twice(work: Callable[[], Awaitable[T]]) -> T:
    """The first start of something newly installed is the slowest, so a second one is tried."""
    try:
        return await work()
    except TargetHandshakeError as refusal:
        if refusal.code != _TOO_SLOW:
            raise
    return await work()


def pinned(server: Server, survey: Survey) -> Server:
    return replace(server, version=survey.newest if survey.trouble is None else None)
