"""Run YAML test suites."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from mcptest.cli.help import HelpCommand
from mcptest.cli.options import safety_options
from mcptest.cli.output.last_run import last_run
from mcptest.cli.output.options import compare_option, output_options_with
from mcptest.cli.output.reports import Output
from mcptest.cli.run_recording import NO_TAPE, Tape
from mcptest.cli.running import run_plan
from mcptest.cli.servers import variables_of
from mcptest.cli.shell_server import reproducing_suites
from mcptest.errors import ExitCode
from mcptest.model.counted import counted
from mcptest.model.escape import one_line
from mcptest.plan.changed import changed_since
from mcptest.plan.run_plan import (
    Flags,
    check_gates,
    make_plan,
    narrow,
    refuse_update_in_ci,
    require_tests,
)
from mcptest.plan.selection import Selection
from mcptest.plan.suites import NO_VARIABLES, Loaded, check_snapshots, load_all, with_variables
from mcptest.suite.load import Suite
from mcptest.suite.run_settings import MOST_REPEATS
from mcptest.suite.yaml.pause_gc import uncollected


def _jobs(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    del ctx, param
    if value is None or value == "auto":
        return None
    if not value.isdecimal() or not 1 <= int(value) <= 256:  # noqa: PLR2004
        raise click.BadParameter("expected a number from 1 to 256, or auto")
    return int(value)


@click.command(
    "run",
    cls=HelpCommand,
    examples=[
        "mcptest run",
        "mcptest run tests/ --tag smoke --report junit=report.xml",
        "mcptest run mcptest.yml --watch",
    ],
)
@click.argument("paths", metavar="[SUITE]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--filter",
    "text",
    metavar="TEXT|re:REGEX",
    help="Run only tests whose name contains this text or matches this regex.",
)
@click.option("--tag", "tags", multiple=True, metavar="T", help="Run only tests with this tag.")
@click.option(
    "--skip-tag", "skip_tags", multiple=True, metavar="T", help="Skip tests with this tag."
)
@click.option("--server", metavar="NAME", help="Run only tests of this server.")
@click.option(
    "--env",
    multiple=True,
    metavar="K=V|NAME",
    help="Set an environment variable (K=V), or inherit one (NAME), for every server that "
    "mcptest starts.",
)
@click.option(
    "--jobs", callback=_jobs, metavar="N|auto", help="Run this many tests at once (default: auto)."
)
@click.option("--fail-fast", is_flag=True, help="Stop after the first failure.")
@click.option(
    "--retry",
    type=click.IntRange(0, 20),
    metavar="N",
    help="Retry a failed test up to N times.",
)
@click.option(
    "--repeat",
    type=click.IntRange(1, MOST_REPEATS),
    metavar="N",
    help="Run each test N times, and report tests that fail only sometimes as flaky.",
)
@click.option("--fail-on-flaky", is_flag=True, help="Fail if a test is flaky.")
@click.option("--watch", is_flag=True, help="Run again whenever a file changes.")
@click.option("--dry-run", is_flag=True, help="List the tests without running them.")
@click.option("--shard", metavar="I/N", help="Run only shard I of N.")
@click.option(
    "--last-run",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Read this saved run, for --last-failed and to balance shards by duration.",
)
@click.option(
    "--last-failed",
    is_flag=True,
    help="Run only the tests that failed in --last-run (default: the existing --report json=FILE), "
    "or all if none failed.",
)
@click.option(
    "--changed-since",
    metavar="REF",
    help="Run only suites that changed, or whose server changed, since this Git commit.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="Set the random seed for generated input.",
)
@click.option(
    "--update-snapshots",
    is_flag=True,
    help="Overwrite stored snapshots with the actual values.",
)
@click.option("--prune-snapshots", is_flag=True, help="Remove stored snapshots that no test uses.")
@click.option(
    "--allow-update-in-ci",
    is_flag=True,
    help="Allow --update-snapshots and --prune-snapshots when CI is set.",
)
@click.option(
    "--deny-lints", is_flag=True, help="Refuse to run suites that use deprecated features."
)
@click.option(
    "--record",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Record every session to this folder, one file per server.",
)
@click.option(
    "--replay",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Run against the recordings in this folder instead of the servers.",
)
@click.option(
    "--match",
    type=click.Choice(["strict", "relaxed"]),
    default="strict",
    show_default=True,
    help="Match recorded requests exactly, or ignore ids, times and cursors (with --replay).",
)
@safety_options
@compare_option
@output_options_with("every test and finding")
def command(*, paths: tuple[Path, ...], watch: bool, output: Output, **said: Any) -> int:
    """Run the tests in suites.

    SUITE is a file, or a folder to search. The default is mcptest.yml, or every *.mcptest.yml
    under tests/. A server without `protocol_version` is tested at MCP 2025-11-25, or the nearest
    revision that it supports; `audit` and `compliance run` grade the newest.
    """
    tape = Tape(said.pop("record"), said.pop("replay"), said.pop("match"))
    passed = variables_of(said.pop("env"), os.environ)
    said["last_run"] = last_run(said["last_run"], output, needed=said["last_failed"])
    changed = said.pop("changed_since")
    keep = None if changed is None else changed_since(changed)
    names = ("text", "tags", "skip_tags", "server", "shard", "last_run", "last_failed")
    flags = Flags(selection=Selection(**{name: said.pop(name) for name in names}), **said)
    if not watch:
        return run_once(paths, flags, output, tape, env=passed, keep=keep)
    from mcptest.cli.watching import run_watching

    return run_watching(
        paths, lambda: run_once(paths, flags, output, tape, env=passed, keep=keep), output
    )


def run_once(
    paths: tuple[Path, ...],
    flags: Flags,
    output: Output,
    tape: Tape = NO_TAPE,
    *,
    env: Mapping[str, str] = NO_VARIABLES,
    keep: Callable[[Suite], bool] | None = None,
) -> int:
    """Load, select, run, report."""
    refuse_update_in_ci(flags)
    with uncollected(for_good=True):
        loaded = with_variables(load_all(paths, whole=flags.deny_lints, keep=keep), env)
    output.spare(suite.path for suite in loaded.suites)
    loaded = tape.replayed(narrow(loaded, flags))
    if flags.dry_run:
        return _list(loaded)
    require_tests(loaded)
    check_gates(loaded)
    check_snapshots(loaded, update=flags.update_snapshots)
    finish = reproducing_suites(loaded, env) if tape.source is None else None
    return run_plan(tape.recorded(make_plan(loaded, flags)), output, finish=finish)


def _list(loaded: Loaded) -> int:
    times = Counter((case.lane, case.name) for case in loaded.cases)
    for case in loaded.cases:
        where = f" on {case.server}" if times[case.lane, case.name] > 1 else ""
        mark = f"  (skip: {case.skip.detail})" if case.skip else ""
        click.echo(one_line(f"{case.lane}: {case.name}{where}{mark}", limit=500))
    skipped = sum(case.skip is not None for case in loaded.cases)
    rest = f", {skipped} would be skipped" if skipped else ""
    click.echo(f"{counted(len(loaded.cases) - skipped, 'test')} would run{rest}", err=True)
    return ExitCode.OK


SECTION = "Write and run tests"
COMMAND = command
