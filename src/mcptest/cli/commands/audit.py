"""Grade, lint, call and fuzz a server in one go."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from mcptest.audit.baseline import (
    accept,
    has_verdict,
    load_audit_baseline,
    without_baseline,
    write_audit_baseline,
)
from mcptest.audit.call_history import SLOW_AFTER
from mcptest.audit.plan import STAGES, AuditOptions, audit_plan, starts_ahead
from mcptest.audit.planned_calls import audit_outlook
from mcptest.audit.survey import Survey, survey
from mcptest.cli.dry_run import show_plan
from mcptest.cli.help import HelpCommand
from mcptest.cli.hints.options import hint_options
from mcptest.cli.hints.suite_hints import all_hints
from mcptest.cli.options import (
    GRADED_REVISION,
    DurationType,
    StageType,
    safety_options,
    server_options_with,
)
from mcptest.cli.output.options import compare_option, output_options_with
from mcptest.cli.output.progress import Progress
from mcptest.cli.output.reports import Output
from mcptest.cli.output.unreachable import report_unreachable
from mcptest.cli.policies import policy_for
from mcptest.cli.running import engine_server, run_prepared
from mcptest.cli.servers import ServerChoice
from mcptest.cli.shell_server import reproducing
from mcptest.compliance.hint_values import given_arguments
from mcptest.engine.gatekeeping import gate_for
from mcptest.engine.pool import Pool
from mcptest.engine.run import RunPlan
from mcptest.engine.server import Server
from mcptest.errors import OUT_OF_REACH, UsageError
from mcptest.model.grade import GRADES
from mcptest.model.outcome import Lane
from mcptest.model.redaction import Redactor
from mcptest.model.run import Run
from mcptest.safety.planned import CallPlan
from mcptest.safety.policy import PolicyOptions
from mcptest.security.review import read_review
from mcptest.wire.target import Target

_STAGE = StageType(STAGES)


class _Grade(click.Choice[str]):
    """A grade in upper or lower case."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(str(value).upper(), param, ctx)


_GRADE = _Grade(GRADES[:-1])


@click.command(
    "audit",
    cls=HelpCommand,
    examples=[
        "mcptest audit -- python my_server.py",
        "mcptest audit --url http://localhost:8000/mcp --fail-under B",
        "mcptest audit --report html=audit.html -- npx my-server",
    ],
)
@click.option(
    "--all-revisions", is_flag=True, help="Grade every revision that the server supports."
)
@click.option(
    "--fail-under",
    type=_GRADE,
    metavar="[A+|A|B|C|D]",
    help="Fail if the grade is below this.",
)
@click.option("--only", multiple=True, type=_STAGE, help="Run only this stage.")
@click.option("--skip", multiple=True, type=_STAGE, help="Skip this stage.")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    default=1,
    show_default=True,
    help="Set the random seed for fuzzing.",
)
@click.option(
    "--slow-after",
    type=DurationType(),
    default=SLOW_AFTER,
    help="Give up on a tool that takes longer than this (default: 3s).",
)
@click.option(
    "--lock",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Report changes since `mcptest lock --reviewed` wrote this file.",
)
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Accept the findings in this JSON file from --save-baseline, and fail only on new ones; "
    "entries that no longer occur are reported, not failed.",
)
@click.option(
    "--save-baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the findings of this audit to a file, for --baseline.",
)
@click.option("--dry-run", is_flag=True, help="Show the planned calls without making them.")
@hint_options
@safety_options
@server_options_with(GRADED_REVISION)
@compare_option
@output_options_with("every finding")
def command(
    *,
    all_revisions: bool,
    fail_under: str | None,
    only: tuple[str, ...],
    skip: tuple[str, ...],
    slow_after: float,
    lock: Path | None,
    dry_run: bool,
    server: ServerChoice,
    output: Output,
    **more: Any,
) -> int:
    """Audit a server without any configuration.

    Grade it against the specification, lint its tools, call them with valid and invalid
    arguments, and fuzz them briefly. Mutating tools are called only once, and destructive tools
    only with --execute-destructive.
    """
    stages = tuple(name for name in STAGES if name in (only or STAGES) and name not in skip)
    _check_stages(stages, graded=fail_under is not None, locked=lock is not None)
    with_baseline = _with_baseline(more.pop("baseline"), more.pop("save_baseline"))
    spec = server.resolve()
    target = engine_server(spec)
    policy = policy_for(server, PolicyOptions.taken_from(more))
    more["hints"] = all_hints(server, more["hints"])
    given = given_arguments(more["hints"])
    gated = partial(gate_for, policy, slow_after=slow_after, arguments=given)
    said = _announced(output)
    review = read_review(lock, spec.secrets) if lock else None
    options = AuditOptions(stages=stages, fail_under=fail_under, review=review, **more)
    planned: list[CallPlan] = []

    @asynccontextmanager
    async def prepared() -> AsyncIterator[RunPlan | None]:
        async with Pool(target.target, target.limits) as pool:
            shared = replace(target, pool=pool)
            ahead = 0 if dry_run else starts_ahead(stages)
            found = await survey(shared, thorough=all_revisions, more=ahead)
            if said is not None:
                said.clear()
            gate = gated(_targets(target, found))
            if dry_run:
                planned.append(audit_outlook(target.name, found, options, gate))
            made = None if dry_run else audit_plan(shared, found, options, gate, spec.secrets)
            yield made and with_baseline(made, found)

    try:
        code = run_prepared(prepared(), output, finish=reproducing(server, spec))
    except OUT_OF_REACH as trouble:
        return report_unreachable(
            trouble, command="audit", lane=Lane.PROBE, spec=spec, output=output
        )
    finally:
        if said is not None:
            said.clear()
    if planned and code is None:
        return show_plan("audit", target.name, planned[0], output, Redactor(spec.secrets))
    assert code is not None
    return code


def _announced(output: Output) -> Progress | None:
    """Progress for a person who watches, from the first wait on."""
    if not output.live:
        return None
    said = Progress()
    said.say("detecting revisions and listing tools")
    return said


def _targets(server: Server, found: Survey) -> dict[str, Target]:
    """The same one under the server's own name and under one for each graded revision."""
    names = [server.name, *(f"{server.name}@{version.value}" for version in found.graded)]
    return dict.fromkeys(names, server.target)


def _with_baseline(
    baseline: Path | None, save: Path | None
) -> Callable[[RunPlan, Survey], RunPlan]:
    """Accept what the baseline has, and keep what was found; a bad file is told at once."""
    accepted = load_audit_baseline(baseline) if baseline is not None else None

    def finish(plan: RunPlan, found: Survey, run: Run) -> Run:
        run = plan.finish(run)
        if not has_verdict(run, found):
            return run if baseline is save is None else without_baseline(run)
        if save is not None:
            write_audit_baseline(save, run)
        return run if accepted is None else accept(run, accepted)

    return lambda plan, found: replace(plan, finish=partial(finish, plan, found))


def _check_stages(stages: tuple[str, ...], *, graded: bool, locked: bool) -> None:
    """Raises: UsageError where a stage that an option needs is left out."""
    if not stages:
        raise UsageError(
            "audit-no-stage",
            "--only and --skip exclude every stage",
            hint="name a stage in --only that --skip does not name",
        )
    if graded and "compliance" not in stages:
        raise UsageError(
            "audit-no-grade",
            "--fail-under requires the protocol stage",
            hint="add --only protocol, or omit --fail-under",
        )
    if locked and "security" not in stages:
        raise UsageError(
            "audit-no-security",
            "--lock requires the security stage",
            hint="add --only security, or omit --lock",
        )


SECTION = "Check a server"
COMMAND = command
