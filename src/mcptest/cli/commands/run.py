"""Run YAML suites: every block in one run, one report, one exit code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mcptest.cli.options import compare_option, output_options, safety_options
from mcptest.cli.output.reports import Output
from mcptest.cli.running import run_plan
from mcptest.errors import ExitCode
from mcptest.model.escape import one_line
from mcptest.plan.run_plan import Flags, check_gates, make_plan, narrow, refuse_update_in_ci
from mcptest.plan.selection import Selection
from mcptest.plan.suites import Loaded, check_snapshots, load_all
from mcptest.suite.yaml.pause_gc import uncollected


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
@compare_option
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
    refuse_update_in_ci(flags)
    with uncollected(for_good=True):
        loaded = load_all(paths)
    output.spare(suite.path for suite in loaded.suites)
    loaded = narrow(loaded, flags)
    if flags.dry_run:
        return _list(loaded)
    check_gates(loaded)
    check_snapshots(loaded, update=flags.update_snapshots)
    return run_plan(make_plan(loaded, flags), output)


def _list(loaded: Loaded) -> int:
    for case in loaded.cases:
        mark = f"  (skip: {case.skip.detail})" if case.skip else ""
        click.echo(one_line(case.id + mark, limit=500))
    skipped = sum(case.skip is not None for case in loaded.cases)
    rest = f", {skipped} would be skipped" if skipped else ""
    click.echo(f"{len(loaded.cases) - skipped} would run{rest}; nothing was started", err=True)
    return ExitCode.OK


COMMAND = command
