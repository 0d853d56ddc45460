"""Give one test its own session, if its suite asks for it."""

from __future__ import annotations

from mcptest.engine.connect import Connections
from mcptest.errors import TargetError
from mcptest.wire.session import Session


async def open_isolated(connections: Connections, server: str) -> Session:
    """A new process or session; a server that could never be opened is not started again.

    Raises: TargetError.
    """
    if server in connections.unusable:
        raise connections.unusable[server]
    try:
        session = await connections.open_own(server, None, None)
    except TargetError as error:
        if server not in connections.facts:
            connections.unusable[server] = error
        raise
    connections.learn(server, session)
    return session
