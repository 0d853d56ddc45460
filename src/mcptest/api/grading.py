"""Grade a server from Python."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from mcptest.api.loop import wait_for
from mcptest.api.server import ServerLike, find_server, secrets_of
from mcptest.compliance.grading import Grading, pace_for
from mcptest.compliance.revisions.judged import find_revisions
from mcptest.engine.gatekeeping import gate_for
from mcptest.engine.pool import Pool
from mcptest.engine.run import RunPlan
from mcptest.engine.run import run as run_engine
from mcptest.engine.server import Server
from mcptest.model.grade import Compliance
from mcptest.model.redaction import Redactor
from mcptest.safety.policy import ExecutionPolicy


def grade(
    server: ServerLike,
    *,
    spec_version: str | None = None,
    timeout: float | None = None,
    policy: ExecutionPolicy | None = None,
) -> Compliance:
    """Grade a server as ``mcptest compliance run`` does, at the newest revision that it speaks.

    A server that opens no session, or none at ``spec_version``, gets no grade: ``grade`` is None
    and ``reason`` says why.

    Raises: TargetError when it cannot be reached or wants credentials (TargetDeniedError);
    UsageError; KeyboardInterrupt on Ctrl-C.
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
    async with Pool(found.target, found.limits) as pool:
        return await _graded(replace(found, pool=pool), policy, secrets_of(server))


async def _graded(
    found: Server, policy: ExecutionPolicy | None, secrets: tuple[str, ...]
) -> Compliance:
    revisions = await find_revisions(found, pin=found.version)
    version = revisions.versions[-1]
    found = replace(found, version=version)
    grading = Grading(found.name, version, refusal=revisions.refusal)
    plan = RunPlan(
        command="compliance run",
        cases=grading.cases(),
        servers={found.name: found},
        gate=gate_for(policy or ExecutionPolicy(), {found.name: found.target}),
        pace=pace_for(found),
        secrets=secrets,
        judge_messages=False,
    )
    run = await run_engine(plan, lambda _event: None)
    if run.interrupted:
        raise asyncio.CancelledError
    graded = grading.useful(grading.graded(run.cases, servers=run.servers))
    return Redactor(secrets).compliance(graded)
