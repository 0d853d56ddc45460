"""Render a saved run in another format."""

from __future__ import annotations

import json
from pathlib import Path

import click

from mcptest.cli.options import output_options
from mcptest.cli.output import Output, Writer
from mcptest.errors import ExitCode, UsageError
from mcptest.model.events import RunFinished
from mcptest.model.json import Json
from mcptest.report.journal import run_from_journal
from mcptest.report.parse import parse_run


@click.command("report")
@click.argument("file", metavar="RUN.json", type=click.Path(path_type=Path))
@output_options
def command(*, file: Path, output: Output) -> int:
    """Read RUN.json, or the journal that --report ndjson left, and render it."""
    text = _read(file)
    run = run_from_journal(text) if _is_journal(text) else parse_run(_parse(text, file))
    Writer(output, replay=True)(RunFinished(run))
    return ExitCode.OK


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError("report-unreadable", f"cannot read {file}: {error}") from error


def _is_journal(text: str) -> bool:
    return text.lstrip().startswith('{"event"')


def _parse(text: str, file: Path) -> Json:
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError("report-not-json", f"{file} is not JSON: {error}") from error
    return value


COMMAND = command
