"""Point at any server and get the whole truth: grade, lint, probes, a short fuzz."""

from __future__ import annotations

from typing import Any

import click

from mcptest.audit.outlook import audit_outlook
from mcptest.audit.plan import STAGES, AuditOptions, audit_plan
from mcptest.audit.pulse import SLOW_AFTER
from mcptest.audit.survey import survey
from mcptest.cli.dry_run import show_plan
from mcptest.cli.options import (
    DurationType,
    compare_option,
    output_options,
    safety_options,
    server_options,
)
from mcptest.cli.output.progress import Progress
from mcptest.cli.output.reports import Output
from mcptest.cli.output.unreachable import report_unreachable
from mcptest.cli.policies import policy_for
from mcptest.cli.running import engine_server, run_plan
from mcptest.cli.servers import ServerChoice
from mcptest.engine.gatekeeping import gate_for
from mcptest.errors import OUT_OF_REACH, UsageError
from mcptest.interruption.signals import run_interruptible
from mcptest.model.grade import GRADES
from mcptest.model.outcome import Lane
from mcptest.model.redaction import Redactor

_STAGE = click.Choice(STAGES)
_GRADE = click.Choice(GRADES[:-1], case_sensitive=False)


@click.command("audit")
@click.option("--all-revisions", is_flag=True, help="Grade every revision that it speaks.")
@click.option("--fail-under", type=_GRADE, help="Least grade.")
@click.option("--only", multiple=True, type=_STAGE, help="Only these stages.")
@click.option("--skip", multiple=True, type=_STAGE, help="All but these stages.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Of the fuzz."
)
@click.option(
    "--slow-after",
    type=DurationType(),
    default=SLOW_AFTER,
    help="Stop waiting for a slow tool after this long, and do not call it again (3s).",
)
@click.option("--dry-run", is_flag=True, help="Show the calls that would be made; call nothing.")
@safety_options
@server_options
@compare_option
@output_options
def command(
    *,
    all_revisions: bool,
    fail_under: str | None,
    only: tuple[str, ...],
    skip: tuple[str, ...],
    seed: int,
    slow_after: float,
    dry_run: bool,
    server: ServerChoice,
    output: Output,
    **knobs: Any,
) -> int:
    """Audit one server with no configuration at all."""
    stages = tuple(name for name in STAGES if name in (only or STAGES) and name not in skip)
    if not stages:
        raise UsageError("audit-no-stage", "--only and --skip leave no stage to do")
    if fail_under is not None and "compliance" not in stages:
        raise UsageError("audit-no-grade", "--fail-under needs the compliance stage")
    spec = server.resolve()
    target = engine_server(spec)
    said = Progress() if output.live else None
    if said is not None:
        said.say("finding out which revisions it speaks and what it offers")
    try:
        found, interrupted = run_interruptible(survey(target, thorough=all_revisions))
    except OUT_OF_REACH as trouble:
        return report_unreachable(
            trouble, command="audit", lane=Lane.PROBE, spec=spec, output=output
        )
    finally:
        if said is not None:
            said.clear()
    if interrupted.exit_code is not None:
        return interrupted.exit_code
    names = [target.name, *(f"{target.name}@{version.value}" for version in found.graded)]
    gate = gate_for(
        policy_for(server, knobs), dict.fromkeys(names, target.target), slow_after=slow_after
    )
    options = AuditOptions(stages=stages, fail_under=fail_under, seed=seed)
    if dry_run:
        plan = audit_outlook(target.name, found, options, gate)
        return show_plan("audit", target.name, plan, output, Redactor(spec.secrets))
    return run_plan(audit_plan(target, found, options, gate, spec.secrets), output)


COMMAND = command
