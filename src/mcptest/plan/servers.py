"""Turn a server entry into a server for the engine."""

from __future__ import annotations

from collections.abc import Sequence

from mcptest.engine.server import DEFAULT_IN_FLIGHT, Server
from mcptest.suite.load import ServerSpec
from mcptest.wire.limits import Limits
from mcptest.wire.ready import Readiness


def engine_servers(specs: Sequence[ServerSpec]) -> dict[str, Server]:
    """Servers as the suite or the command line has them, for the engine."""
    return {spec.name: engine_server(spec) for spec in specs}


def engine_server(spec: ServerSpec) -> Server:
    limits = Limits() if spec.timeout is None else Limits(timeout=spec.timeout)
    return Server(
        name=spec.name,
        target=spec.target,
        version=spec.version,
        limits=limits,
        client=spec.client_side,
        counted_as=spec.counted_as,
        max_in_flight=spec.max_in_flight or DEFAULT_IN_FLIGHT,
        ready=Readiness(spec.wait_for_ready or 0.0, spec.ready_url, spec.ready_command),
    )
