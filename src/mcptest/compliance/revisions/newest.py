"""Which revision a server is judged at where nobody pinned one: the newest that it speaks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from mcptest.errors import TargetHandshakeError
from mcptest.model.spec_version import NEWEST_STATELESS, SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.detect import shows_its_era, timeout_for, unasked
from mcptest.wire.limits import Limits
from mcptest.wire.session import open_session
from mcptest.wire.target import Target


def _ignore(_note: str) -> None:
    """For who asks for the revision alone."""


async def newest_spoken(
    target: Target,
    *,
    limits: Limits,
    client: ClientSide,
    note: Callable[[str], None] = _ignore,
) -> SpecVersion:
    """Ask for both eras, each on a connection of its own; the stateless one counts where shown.

    ``note`` is told that the stateless era got no answer, since the server may speak it all the
    same.

    Raises: TargetError.
    """
    handshake = asyncio.ensure_future(_opened(target, limits, client))
    stateless = asyncio.ensure_future(_why_not_stateless(target, limits, client))
    try:
        waited = await _patiently(stateless, handshake, limits.timeout)
        if not stateless.done():
            note(unasked(NEWEST_STATELESS, f"server/discover got no answer within {waited:.0f} s"))
            return await handshake
        why_not = stateless.result()
        if why_not is None:
            return NEWEST_STATELESS
        if why_not.code == "handshake-timeout":
            note(unasked(NEWEST_STATELESS, why_not.message.splitlines()[0]))
        return await handshake
    finally:
        handshake.cancel()
        stateless.cancel()
        await asyncio.gather(handshake, stateless, return_exceptions=True)


async def _patiently(
    stateless: asyncio.Future[TargetHandshakeError | None],
    handshake: asyncio.Future[SpecVersion],
    limit: float,
) -> float:
    """Wait for the stateless era: how long the handshake took says how slow the server starts."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    both: tuple[asyncio.Future[Any], ...] = (stateless, handshake)
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    if not stateless.done() and handshake.exception() is None:
        taken = loop.time() - begun
        timeout = timeout_for(taken, limit)
        await asyncio.wait({stateless}, timeout=timeout - taken)
        return timeout
    await asyncio.wait({stateless})
    return loop.time() - begun


async def _why_not_stateless(
    target: Target, limits: Limits, client: ClientSide
) -> TargetHandshakeError | None:
    try:
        session = await open_session(target, version=NEWEST_STATELESS, limits=limits, client=client)
    except TargetHandshakeError as error:
        return error
    await session.close()
    if shows_its_era(session):
        return None
    return TargetHandshakeError("handshake-malformed", "server/discover got an empty result")


async def _opened(target: Target, limits: Limits, client: ClientSide) -> SpecVersion:
    session = await open_session(target, limits=limits, client=client)
    await session.close()
    return session.version
