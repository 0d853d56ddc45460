"""Write the reports of a run that could not reach any server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mcptest.cli.output.reports import Output
from mcptest.cli.running import engine_server, run_plan
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.engine.run import RunPlan
from mcptest.errors import TargetError
from mcptest.model.grade import Compliance
from mcptest.model.outcome import Lane
from mcptest.model.run import Run
from mcptest.suite.load import ServerSpec

_GRADING = {"compliance run", "audit"}


def report_unreachable(
    trouble: TargetError, *, command: str, lane: Lane, spec: ServerSpec, output: Output
) -> int:
    """Write the files that were asked for, with the one case that there is.

    Raises: TargetError, where a message on standard error says it all.
    """
    if not output.files:
        raise trouble

    async def observe(context: Context) -> Observation:
        await context.session()
        return Observation()

    name = "the server can be reached"
    case = Case(
        id=f"{lane}::{spec.name}::{name}", name=name, lane=lane, server=spec.name, observe=observe
    )
    servers = {spec.name: engine_server(spec)}
    plan = RunPlan(
        command=command,
        cases=[case],
        servers=servers,
        secrets=spec.secrets,
        finish=_ungraded(trouble) if command in _GRADING else _as_it_is,
    )
    return run_plan(plan, output)


def _ungraded(trouble: TargetError) -> Callable[[Run], Run]:
    """With the reason why there is no grade, which every report shows before anything else."""
    reason = trouble.message.splitlines()[0]
    return lambda run: replace(run, compliance=Compliance(reason=reason))


def _as_it_is(run: Run) -> Run:
    return run
