"""Find deprecated MCP features in suites."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mcptest import __version__
from mcptest.cli.options import output_options
from mcptest.cli.output import Output, Writer
from mcptest.engine.clock import SystemClock
from mcptest.engine.judge import status_of
from mcptest.errors import ExitCode
from mcptest.lint.deprecation import lint_suite
from mcptest.model.events import RunFinished
from mcptest.model.outcome import CaseResult, Lane, Summary
from mcptest.model.run import Run
from mcptest.suite.discover import discover
from mcptest.suite.load import load_suite


@click.command("lint")
@click.argument(
    "paths", metavar="SUITE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@output_options
def command(*, paths: tuple[Path, ...], output: Output) -> int:
    """Look for features that a newer revision deprecates or removes; exit 1 when there are any."""
    clock = SystemClock()
    started, begun = clock.now(), clock.seconds()
    cases = tuple(lint_file(path) for path in discover(paths))
    found = any(case.findings for case in cases)
    run = Run(
        mcptest=__version__,
        command="lint",
        started=started,
        duration_ms=(clock.seconds() - begun) * 1000,
        seed=None,
        exit_code=ExitCode.FAILED if found else ExitCode.OK,
        summary=Summary.of(cases),
        cases=cases,
    )
    Writer(output)(RunFinished(run))
    return run.exit_code


def lint_file(path: Path) -> CaseResult:
    """One suite as one case.

    Raises: FileProblemsError for a suite that cannot be used.
    """
    suite = load_suite(path, env=os.environ)
    suite.require()
    findings = tuple(lint_suite(suite))
    return CaseResult(
        id=f"{Lane.LINT}::{path}",
        name=str(path),
        lane=Lane.LINT,
        server=None,
        status=status_of(findings),
        findings=findings,
    )


COMMAND = command
