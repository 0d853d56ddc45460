"""A grade from code: one server against the rules of one revision."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from mcptest.api.loop import wait_for
from mcptest.api.server import ServerLike, find_server, secrets_of
from mcptest.compliance.grading import Grading
from mcptest.compliance.newest import newest_spoken
from mcptest.engine.run import RunPlan
from mcptest.engine.run import run as run_engine
from mcptest.engine.server import Server
from mcptest.errors import TargetHandshakeError
from mcptest.model.grade import Compliance
from mcptest.model.spec_version import NEWEST_HANDSHAKE, SpecVersion
from mcptest.safety.gate import Gate
from mcptest.safety.policy import ExecutionPolicy
from mcptest.wire.target import HttpTarget


def grade(
    server: ServerLike,
    *,
    spec_version: str | None = None,
    timeout: float | None = None,
    policy: ExecutionPolicy | None = None,
) -> Compliance:
    """Grade a server as ``mcptest compliance run`` does, at the newest revision that it speaks.

    Raises: TargetError when it cannot be reached; UsageError; KeyboardInterrupt on Ctrl-C.
    """
    work = grade_async(server, spec_version=spec_version, timeout=timeout, policy=policy)
    return wait_for(work)


async def grade_async(
    server: ServerLike,
    *,
    spec_version: str | None = None,
    timeout: float | None = None,
    policy: ExecutionPolicy | None = None,
) -> Compliance:
    """The same, awaited."""
    found = find_server(server, timeout=timeout, spec_version=spec_version)
    version = found.version or await _newest(found)
    found = replace(found, version=version)
    grading = Grading(found.name, version)
    http = [found.name] if isinstance(found.target, HttpTarget) else []
    plan = RunPlan(
        command="compliance run",
        cases=grading.cases(),
        servers={found.name: found},
        gate=Gate(policy or ExecutionPolicy(), http=http),
        secrets=secrets_of(server),
        judge_conduct=False,
    )
    run = await run_engine(plan, lambda _event: None)
    if run.interrupted:
        raise asyncio.CancelledError
    return grading.graded(run.cases)


async def _newest(server: Server) -> SpecVersion:
    """Where it speaks nothing, the rules say so at the newest handshake revision."""
    try:
        return await newest_spoken(server.target, limits=server.limits, client=server.client())
    except TargetHandshakeError:
        return NEWEST_HANDSHAKE
