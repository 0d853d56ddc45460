"""``compliance run --dry-run``: the calls that the rules would make."""

from __future__ import annotations

from collections.abc import Iterable

from mcptest.cli.dry_run import show_plan
from mcptest.cli.output.reports import Output
from mcptest.cli.running import engine_server
from mcptest.compliance.grading import Grading
from mcptest.compliance.planned_calls import FEATURE, plan_rules
from mcptest.interruption.signals import run_interruptible
from mcptest.model.redaction import Redactor
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import strictest_by_name
from mcptest.safety.gate import Gate
from mcptest.safety.planned import CallPlan
from mcptest.scaffold.server_session import ServerSession
from mcptest.suite.load import ServerSpec


def show_grading_plan(
    spec: ServerSpec, gradings: Iterable[Grading], gate: Gate, output: Output
) -> int:
    """Only the catalog is asked for.

    Raises: TargetError.
    """

    async def offered() -> list[ToolDescriptor]:
        async with ServerSession(engine_server(spec), gate, FEATURE) as session:
            return await session.tools()

    listed, interrupted = run_interruptible(offered())
    if interrupted.exit_code is not None:
        return interrupted.exit_code
    tools = strictest_by_name(listed).values()
    plan = CallPlan(gate, spec.name)
    for grading in gradings:
        plan_rules(plan, tools, grading.hints)
    return show_plan("compliance run", spec.name, plan, output, Redactor(spec.secrets))
