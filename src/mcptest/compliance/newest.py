"""Which revision a server is judged at where nobody pinned one: the newest that it speaks."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from mcptest.errors import TargetHandshakeError
from mcptest.model.spec_version import NEWEST_STATELESS, SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.detect import shows_its_era
from mcptest.wire.limits import Limits
from mcptest.wire.session import open_session
from mcptest.wire.target import Target

_PATIENCE = 5.0  # seconds for an era that the server may not know


async def newest_spoken(target: Target, *, limits: Limits, client: ClientSide) -> SpecVersion:
    """Ask for both eras, each on a connection of its own; the stateless one counts where shown.

    Raises: TargetError.
    """
    handshake = asyncio.ensure_future(_opened(target, limits, client))
    try:
        if await _is_stateless(target, limits, client):
            return NEWEST_STATELESS
        return await handshake
    finally:
        handshake.cancel()
        await asyncio.gather(handshake, return_exceptions=True)


async def _is_stateless(target: Target, limits: Limits, client: ClientSide) -> bool:
    brief = replace(limits, timeout=min(limits.timeout, _PATIENCE))
    try:
        session = await open_session(target, version=NEWEST_STATELESS, limits=brief, client=client)
    except TargetHandshakeError:
        return False
    await session.close()
    return shows_its_era(session)


async def _opened(target: Target, limits: Limits, client: ClientSide) -> SpecVersion:
    session = await open_session(target, limits=limits, client=client)
    await session.close()
    return session.version
