"""Open a session with a server that may not tolerate a second process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from mcptest.engine.connect import BAD_INPUT, SHARED, Connections
from mcptest.engine.pool import Pool
from mcptest.engine.server import Server
from mcptest.errors import TargetError, TargetHandshakeError
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.link import Link, process_link
from mcptest.wire.session import Session, open_session

ALONE: Final = (
    "the server does not run twice at a time, so it was started again for every question that "
    "needs a process of its own"
)
TIMED_OUT: Final = "handshake-timeout"
CRASHED: Final = "handshake-crashed"
_SETTLE: Final = 0.05  # seconds until the end of a process that another one killed is known


async def runs_alone(connections: Connections, name: str) -> bool:
    """Whether the server cannot run twice at a time; both sessions that show it are used later.

    A server that opens no session is left to the first case, which tells of it.
    """
    server, pool = connections.servers[name], connections.pool(name)
    if pool.checked or not server.target.launched:
        return pool.alone
    try:
        pool.opened = await open_single_instance(
            server, pool, lambda: connections.open_shared(name), more=1
        )
    except TargetError as error:
        connections.unusable[name] = error
        return False
    pool.own, pool.second = pool.second, None
    if pool.alone:
        connections.notes.append(ALONE)
    return pool.alone


async def open_pinned(server: Server, pool: Pool, pin: SpecVersion, *, more: int) -> Session:
    """A session at that revision, on a process that is launched; ``more`` are needed later.

    Raises: TargetError.
    """

    async def opened() -> Session:
        session = await open_session(
            server.target,
            version=pin,
            limits=server.limits,
            client=server.client(),
            connect=pool.connecting(SHARED),
        )
        pool.prestart(more)
        return session

    return await open_single_instance(server, pool, opened, more)


async def open_single_instance(
    server: Server, pool: Pool, opened: Callable[[], Awaitable[Session]], more: int
) -> Session:
    """What ended or hung beside another process is judged by what it does without one."""
    pool.checked = pool.checked or more > 0
    trouble: TargetHandshakeError | None = None
    try:
        first = await opened()
        if not more or await _has_company(server, pool, first):
            return first
    except TargetHandshakeError as error:
        if not _may_be_in_the_way(error, pool):
            raise
        trouble = error
    pool.alone = True
    try:
        return await opened()
    except TargetHandshakeError as error:
        pool.alone = False
        raise trouble or error from None


def _may_be_in_the_way(error: TargetHandshakeError, pool: Pool) -> bool:
    """Whether another process can be the reason; a server that never said a word is just mute."""
    return error.code == CRASHED or (error.code == TIMED_OUT and pool.has_heard)


async def _has_company(server: Server, pool: Pool, first: Session) -> bool:
    """Whether a second process lives beside the first one; what shows it is used later."""
    if pool.refused is not None and await _lives_on(pool.refused):
        return True
    try:
        pool.second = await open_session(
            server.target,
            version=first.version,
            limits=server.limits,
            client=server.client(),
            connect=pool.connecting(BAD_INPUT),
        )
    except TargetHandshakeError as error:
        return error.code not in (CRASHED, TIMED_OUT)
    return await _lives_on(first.link)


async def _lives_on(link: Link) -> bool:
    """Whether a process survived the start of another one; on a busy machine, news comes late."""
    await asyncio.sleep(_SETTLE)
    process = process_link(link)
    return link.alive() and (process is None or process.running())
