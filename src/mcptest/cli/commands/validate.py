"""Check suites and fleet files without running them."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mcptest.cli.help import HelpCommand
from mcptest.cli.output.file_run import run_over_files
from mcptest.cli.output.options import output_options
from mcptest.cli.output.reports import Output
from mcptest.errors import ExitCode, FileProblemsError, Problem
from mcptest.fleet.inventory.names import is_fleet_name
from mcptest.model.escape import visible
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.plan import build_cases, load_suite
from mcptest.suite.yaml.pause_gc import uncollected


@click.command(
    "validate",
    cls=HelpCommand,
    examples=[
        "mcptest validate mcptest.yml",
        "mcptest validate tests/*.mcptest.yml fleet.yml",
    ],
)
@click.argument(
    "paths", metavar="SUITE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@output_options
def command(*, paths: tuple[Path, ...], output: Output) -> int:
    """Check suites and fleet files (fleet.yml, *.fleet.yml) and list every problem.

    Exit with code 2 if a file is invalid.
    """
    return run_over_files("validate", paths, check, bad=ExitCode.USAGE, output=output)


def check(path: Path) -> CaseResult:
    """One file as one case; its problems are the findings."""
    try:
        with uncollected():
            _read(path)
    except FileProblemsError as error:
        return _result(path, Status.FAILED, tuple(map(_finding, error.problems)))
    return _result(path, Status.PASSED, ())


def _read(path: Path) -> None:
    """Raises: FileProblemsError."""
    if is_fleet_name(path.name):
        from mcptest.fleet.inventory.load import load_fleet

        fleet = load_fleet(path, env=os.environ)
        fleet.require()
        for note in fleet.notes:
            click.echo(f"note: {visible(note)}", err=True)
    else:
        build_cases(load_suite(path, env=os.environ))


def _result(path: Path, status: Status, findings: tuple[Finding, ...]) -> CaseResult:
    return CaseResult(
        id=f"validate::{path}",
        name=str(path),
        lane=Lane.VALIDATE,
        server=None,
        status=status,
        findings=findings,
    )


def _finding(problem: Problem) -> Finding:
    return Finding(
        id=problem.code,
        severity=Severity.ERROR,
        message=problem.message,
        where=problem.where,
        help=problem.hint,
    )


SECTION = "Write and run tests"
COMMAND = command
