"""Lint suites, not servers: find deprecated MCP features."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mcptest.cli.help import HelpCommand
from mcptest.cli.output.file_run import run_over_files
from mcptest.cli.output.options import output_options
from mcptest.cli.output.reports import Output
from mcptest.engine.judge import status_of
from mcptest.errors import ExitCode
from mcptest.lint.deprecation import lint_suite
from mcptest.model.outcome import CaseResult, Lane
from mcptest.plan import load_suite


@click.command(
    "lint",
    cls=HelpCommand,
    examples=[
        "mcptest lint mcptest.yml",
    ],
)
@click.argument(
    "paths", metavar="SUITE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@output_options
def command(*, paths: tuple[Path, ...], output: Output) -> int:
    """Find features in suites that a newer revision deprecates or removes.

    Exit with code 1 if there are any. To lint a server's tools, use `mcptest schema-lint`.
    """
    return run_over_files("lint", paths, lint_file, bad=ExitCode.FAILED, output=output)


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


SECTION = "Write and run tests"
COMMAND = command
