"""A server as the engine needs it, whether from a suite, a command line or Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from mcptest.engine.pool import Pool
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.ready import AT_ONCE, Readiness, open_when_ready, until_ready
from mcptest.wire.session import Session
from mcptest.wire.target import Target

DEFAULT_IN_FLIGHT = 16


@record
class Server:
    """Where it is, what it is pinned to, what it may cost, how we answer it."""

    name: str
    target: Target
    version: SpecVersion | None = None
    limits: Limits = field(default_factory=Limits)
    client: Callable[[], ClientSide] = ClientSide  # one for each session
    counted_as: str | None = None  # the name that coverage and performance count its calls under
    max_in_flight: int = DEFAULT_IN_FLIGHT
    ready: Readiness = AT_ONCE
    pool: Pool | None = None  # where its processes come from, for a run that shares them


async def open_server(server: Server) -> Session:
    """A session of one's own, outside of a run."""
    return await open_when_ready(
        server.target,
        ready=server.ready,
        version=server.version,
        limits=server.limits,
        client=server.client(),
    )


async def wait_for_server(server: Server) -> None:
    """Before it is opened in other ways than ``open_server`` does.

    Raises: TargetStartError, TargetConnectError.
    """
    await until_ready(
        server.target, ready=server.ready, limits=server.limits, client=server.client()
    )
