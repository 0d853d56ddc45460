"""Render a saved run in another format."""

from __future__ import annotations

from pathlib import Path

import click

from mcptest.cli.options import compare_option, output_options
from mcptest.cli.output.reports import Output, Writer
from mcptest.cli.output.saved_run import read_run
from mcptest.errors import ExitCode
from mcptest.model.events import RunFinished


@click.command("report")
@click.argument("file", metavar="RUN.json", type=click.Path(path_type=Path))
@compare_option
@output_options
def command(*, file: Path, output: Output) -> int:
    """Read RUN.json, or the journal that --report ndjson left, and render it."""
    Writer(output, replay=True)(RunFinished(read_run(file)))
    return ExitCode.OK


COMMAND = command
