"""Which revision a server is judged at where nobody pinned one: the newest that it speaks."""

from __future__ import annotations

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
    """Ask for the stateless era first; a server that shows none is asked to shake hands.

    Raises: TargetError.
    """
    brief = replace(limits, timeout=min(limits.timeout, _PATIENCE))
    try:
        session = await open_session(target, version=NEWEST_STATELESS, limits=brief, client=client)
    except TargetHandshakeError:
        return await _opened(target, limits, client)
    await session.close()
    return NEWEST_STATELESS if shows_its_era(session) else await _opened(target, limits, client)


async def _opened(target: Target, limits: Limits, client: ClientSide) -> SpecVersion:
    session = await open_session(target, limits=limits, client=client)
    await session.close()
    return session.version
