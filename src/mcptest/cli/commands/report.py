"""Render a saved run or a recording in another format."""

from __future__ import annotations

from pathlib import Path

import click

from mcptest.atomic import write_atomically
from mcptest.cli.help import HelpCommand
from mcptest.cli.output.options import compare_option
from mcptest.cli.output.reports import FORMAT_NAMES, Output, Writer
from mcptest.cli.output.saved_run import read_run
from mcptest.cli.output.writing import report_files
from mcptest.errors import ExitCode, UsageError
from mcptest.model.escape import visible
from mcptest.model.events import RunFinished
from mcptest.recording.format.read import is_recording
from mcptest.recording.format.recording import Recording

_OF_RECORDINGS = ("text", "html", "har")
_ALL = tuple(dict.fromkeys((*FORMAT_NAMES, *_OF_RECORDINGS)))


@click.command(
    "report",
    cls=HelpCommand,
    examples=[
        "mcptest report run.json --format html",
        "mcptest report run.json --report junit=junit.xml",
        "mcptest report session.ndjson --report html=session.html",
    ],
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "format_name",
    type=click.Choice(_ALL),
    default="text",
    show_default=True,
    help="Print the results in this format; har is for recordings of HTTP sessions.",
)
@click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="FORMAT=PATH",
    help="Write a report to a file, for example junit=report.xml.",
)
@click.option("--no-color", is_flag=True, help="Print plain text without colors.")
@compare_option
def command(
    *,
    file: Path,
    format_name: str,
    reports: tuple[str, ...],
    no_color: bool,
    compare: Path | None,
) -> int:
    """Render FILE: a run saved by --report json or ndjson, or a recording.

    Recordings are rendered as text, as an HTML timeline, or as HAR.
    """
    if is_recording(file):
        return _recording(file, format_name, reports)
    if format_name not in FORMAT_NAMES:
        raise UsageError("report-format", f"--format {format_name} is for recordings only")
    output = Output.of(format_name, reports, no_color=no_color, compare=compare)
    Writer(output, replay=True)(RunFinished(read_run(file)))
    return ExitCode.OK


def _recording(file: Path, format_name: str, reports: tuple[str, ...]) -> int:
    from mcptest.recording.format.read import read_recording

    files = report_files(reports, _ALL)
    wanted = {format_name, *(name for name, _ in files)}
    if unknown := sorted(wanted - set(_OF_RECORDINGS)):
        words = f"a recording cannot be rendered as {', '.join(unknown)}"
        raise UsageError("report-format", words, hint=f"use {', '.join(_OF_RECORDINGS)}")
    recording = read_recording(file)
    for problem in recording.problems:
        click.echo(visible(f"warning: {file}: {problem}"), err=True)
    for name, path in files:
        write_atomically(path, _rendered(recording, name))
    click.echo(_rendered(recording, format_name), nl=format_name != "html")
    return ExitCode.OK


def _rendered(recording: Recording, name: str) -> str:
    if name == "html":
        from mcptest.recording.views.page import recording_page

        return recording_page(recording)
    if name == "har":
        from mcptest.recording.views.har import recording_har

        return recording_har(recording)
    from mcptest.recording.views.text import recording_text

    return recording_text(recording)


SECTION = "Write and run tests"
COMMAND = command
