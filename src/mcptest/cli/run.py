"""Run YAML suites: every block in one run, one report, one exit code."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from mcptest.cli.options import output_options, safety_options
from mcptest.cli.output import Output
from mcptest.cli.running import engine_servers, run_plan
from mcptest.cli.selection import Selection, select
from mcptest.cli.suites import Loaded, load_all
from mcptest.engine.execute import Pace
from mcptest.engine.run import RunPlan
from mcptest.errors import ExitCode, FileProblemsError, Problem, RefusedByPolicyError
from mcptest.model.escape import one_line
from mcptest.model.record import record
from mcptest.model.run import Run
from mcptest.safety.gate import Gate
from mcptest.safety.policy import ExecutionPolicy
from mcptest.wire.target import HttpTarget

AUTO_JOBS = 8


@record(kw_only=True)
class Flags:
    """What was typed; None where the suite may decide."""

    selection: Selection
    jobs: int | None = None
    fail_fast: bool = False
    retry: int | None = None
    dry_run: bool = False
    deny_lints: bool = False
    seed: int | None = None
    update_snapshots: bool = False
    allow_update_in_ci: bool = False
    execute_destructive: bool = False
    max_calls: int | None = None
    concurrency: int | None = None
    call_delay: float | None = None


def _jobs(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    del ctx, param
    if value is None or value == "auto":
        return None
    if not value.isdecimal() or not 1 <= int(value) <= 256:  # noqa: PLR2004
        raise click.BadParameter("a number from 1 to 256, or auto")
    return int(value)


@click.command("run")
@click.argument("paths", metavar="[SUITE]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--filter", "text", metavar="TEXT|re:REGEX", help="Only tests whose name has this.")
@click.option("--tag", "tags", multiple=True, metavar="T", help="Only tests with this tag.")
@click.option("--skip-tag", "skip_tags", multiple=True, metavar="T", help="Leave these out.")
@click.option("--server", metavar="NAME", help="Only tests of this server.")
@click.option("--jobs", callback=_jobs, metavar="N|auto", help="Tests at once (auto).")
@click.option("--fail-fast", is_flag=True, help="Stop after the first failure.")
@click.option("--retry", type=click.IntRange(0, 20), help="Try a failed test again, N times.")
@click.option("--watch", is_flag=True, help="Run again whenever a file changes.")
@click.option("--dry-run", is_flag=True, help="List what would run; start nothing.")
@click.option("--shard", metavar="I/N", help="Only part I of N.")
@click.option("--seed", type=click.IntRange(min=0), help="For everything drawn at random.")
@click.option("--update-snapshots", is_flag=True, help="Store what is seen as what is expected.")
@click.option("--allow-update-in-ci", is_flag=True, help="Do so under CI as well.")
@click.option("--deny-lints", is_flag=True, help="Do not run a suite that lint complains about.")
@safety_options
@output_options
def command(*, paths: tuple[Path, ...], watch: bool, output: Output, **said: Any) -> int:
    """Run every test of the given suites: files, or folders with suites in them."""
    names = ("text", "tags", "skip_tags", "server", "shard")
    flags = Flags(selection=Selection(**{name: said.pop(name) for name in names}), **said)
    if not watch:
        return run_once(paths, flags, output)
    from mcptest.cli.watching import run_watching

    return run_watching(paths, lambda: run_once(paths, flags, output), output)


def run_once(paths: tuple[Path, ...], flags: Flags, output: Output) -> int:
    """Load, select, run, report."""
    if flags.update_snapshots and "CI" in os.environ and not flags.allow_update_in_ci:
        raise RefusedByPolicyError(
            "snapshots-in-ci",
            "snapshots are not updated under CI, where nobody would read them",
            hint="update them on your machine, or pass --allow-update-in-ci",
        )
    loaded = load_all(paths)
    output.spare(suite.path for suite in loaded.suites)
    if flags.deny_lints or loaded.options.deny_lints:
        _refuse_lints(loaded)
    loaded = replace(loaded, cases=tuple(select(loaded.cases, flags.selection)))
    if flags.dry_run:
        return _list(loaded)
    _check_gates(loaded)
    return run_plan(make_plan(loaded, flags), output)


def _refuse_lints(loaded: Loaded) -> None:
    """Raise with every deprecated feature, before anything is started."""
    from mcptest.lint.deprecation import lint_suite

    problems = [
        Problem(finding.id.lower(), finding.message, finding.where, finding.help)
        for suite in loaded.suites
        for finding in lint_suite(suite)
    ]
    if problems:
        raise FileProblemsError(problems)


def make_plan(loaded: Loaded, flags: Flags) -> RunPlan:
    """The flags laid over what the suites say."""
    options = loaded.options
    return RunPlan(
        command="run",
        cases=loaded.cases,
        servers=engine_servers(loaded.servers),
        pace=Pace(
            jobs=flags.jobs or options.jobs or AUTO_JOBS,
            fail_fast=flags.fail_fast or bool(options.fail_fast),
        ),
        retry=flags.retry if flags.retry is not None else options.retry or 0,
        seed=flags.seed if flags.seed is not None else options.seed,
        gate=make_gate(loaded, flags),
        snapshots=loaded.snapshots(update=flags.update_snapshots),
        secrets=loaded.secrets,
        notes=loaded.notes,
        finish=lambda run: _with_gates(run, loaded),
    )


def _check_gates(loaded: Loaded) -> None:
    if _has_gates(loaded):
        from mcptest.cli.gating import check_gates

        check_gates(loaded)


def _with_gates(run: Run, loaded: Loaded) -> Run:
    if not _has_gates(loaded):
        return run
    from mcptest.cli.gating import with_gates

    return with_gates(run, loaded)


def _has_gates(loaded: Loaded) -> bool:
    return any("compliance" in suite.blocks for suite in loaded.suites)


def make_gate(loaded: Loaded, flags: Flags) -> Gate:
    http = [spec.name for spec in loaded.servers if isinstance(spec.target, HttpTarget)]
    knobs = ("execute_destructive", "max_calls", "concurrency", "call_delay")
    said = [{name: getattr(source, name) for name in knobs} for source in (flags, loaded.options)]
    policy = ExecutionPolicy.of(*said)
    return Gate(policy, http=http)


def _list(loaded: Loaded) -> int:
    for case in loaded.cases:
        mark = f"  (skip: {case.skip.detail})" if case.skip else ""
        click.echo(one_line(case.id + mark, limit=500))
    skipped = sum(case.skip is not None for case in loaded.cases)
    rest = f", {skipped} would be skipped" if skipped else ""
    click.echo(f"{len(loaded.cases) - skipped} would run{rest}; nothing was started", err=True)
    return ExitCode.OK


COMMAND = command
