"""Render a saved run in another format."""

from __future__ import annotations

from pathlib import Path

import click

from mcptest.cli.help import HelpCommand
from mcptest.cli.options import compare_option, output_options
from mcptest.cli.output.reports import Output, Writer
from mcptest.cli.output.saved_run import read_run
from mcptest.errors import ExitCode
from mcptest.model.events import RunFinished


@click.command(
    "report",
    cls=HelpCommand,
    examples=[
        "mcptest report run.json --format html",
        "mcptest report run.json --report junit=junit.xml",
    ],
)
@click.argument("file", metavar="RUN.json", type=click.Path(path_type=Path))
@compare_option
@output_options
def command(*, file: Path, output: Output) -> int:
    """Render RUN.json, or an interrupted run saved by --report ndjson."""
    Writer(output, replay=True)(RunFinished(read_run(file)))
    return ExitCode.OK


COMMAND = command
