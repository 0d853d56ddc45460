"""Open a session of a server that may not bear another process of itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from mcptest.engine.connect import BAD_INPUT, SHARED
from mcptest.engine.pool import Pool
from mcptest.engine.server import Server
from mcptest.errors import TargetHandshakeError
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.session import Session, open_session

TIMED_OUT: Final = "handshake-timeout"
_CRASHED: Final = "handshake-crashed"


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

    return await open_in_company(server, pool, opened, more)


async def open_in_company(
    server: Server, pool: Pool, opened: Callable[[], Awaitable[Session]], more: int
) -> Session:
    """What ended or hung beside another process is judged by what it does without one."""
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
    return error.code == _CRASHED or (error.code == TIMED_OUT and pool.has_heard)


async def _has_company(server: Server, pool: Pool, first: Session) -> bool:
    """Whether a second process lives beside the first one; what shows it is used later."""
    if pool.refused is not None and pool.refused.alive():
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
        return error.code not in (_CRASHED, TIMED_OUT)
    return first.alive()
