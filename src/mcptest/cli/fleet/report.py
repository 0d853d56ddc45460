"""Run ``fleet report``: read a run or its shards, update the history, render."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from mcptest.atomic import write_atomically
from mcptest.cli.fleet.show import table_lines
from mcptest.cli.output.writing import report_files
from mcptest.errors import ExitCode, McptestError, WriteError
from mcptest.fleet.combine import combine, newest_run, read_run
from mcptest.fleet.fleet_run import FleetRun, fleet_document
from mcptest.fleet.folder import HOME, readable_runs, runs_in
from mcptest.fleet.store import Point, Store
from mcptest.model.escape import visible
from mcptest.model.record import record

FORMATS = ("text", "json", "markdown", "html", "junit")
Trends = Mapping[str, Sequence[Point]]


@record(kw_only=True)
class ReportFlags:
    """What was typed."""

    paths: tuple[Path, ...]
    shape: str
    reports: tuple[str, ...]
    badges: Path | None


def report_fleet(flags: ReportFlags) -> int:
    """Everything is read and every place checked before anything is written."""
    files = report_files(flags.reports, FORMATS)
    paths = flags.paths or (newest_run(HOME),)
    run = combine([read_run(path) for path in paths])
    trends = _trends(run, _home(paths[0]))
    for name, path in files:
        _save(path, _render(name, run, trends))
    if flags.badges is not None:
        _save_badges(flags.badges, run)
    click.echo(_render(flags.shape, run, trends), nl=False)
    return ExitCode.OK


def _home(path: Path) -> Path:
    """The folder that holds the folders of runs."""
    return path.resolve().parent if path.is_dir() else path.resolve().parent.parent


def _trends(run: FleetRun, home: Path) -> Trends:
    """A history that cannot be used costs the trends, never the report."""
    store = Store(home)
    try:
        store.remember([*readable_runs(runs_in(home)), run])
        return store.trends(run)
    except McptestError as error:
        click.echo(f"warning: no trends: {error.message}", err=True)
        return {}


def _render(name: str, run: FleetRun, trends: Trends) -> str:
    makers: dict[str, Callable[[], str]] = {
        "text": lambda: "\n".join([*table_lines(run), *_notes(run)]) + "\n",
        "json": lambda: json.dumps(_document(run, trends), indent=2, ensure_ascii=False) + "\n",
        "markdown": lambda: _markdown(run),
        "html": lambda: _html(run, trends),
        "junit": lambda: _junit(run),
    }
    return makers[name]()


def _notes(run: FleetRun) -> list[str]:
    """Such as that the run did not end."""
    return [f"note: {visible(note)}" for note in run.notes]


def _document(run: FleetRun, trends: Trends) -> dict[str, object]:
    history = {
        name: [
            {
                "run": p.run,
                "started": p.started,
                "status": p.status.value,
                "grade": p.grade,
                "score": p.score,
            }
            for p in points
        ]
        for name, points in trends.items()
    }
    return {**fleet_document(run), "history": history}


def _markdown(run: FleetRun) -> str:
    from mcptest.fleet.report.markdown import render

    return render(run)


def _html(run: FleetRun, trends: Trends) -> str:
    from mcptest.fleet.report.dashboard import render

    return render(run, trends)


def _junit(run: FleetRun) -> str:
    from mcptest.fleet.report.junit import render

    return render(run)


def _save_badges(folder: Path, run: FleetRun) -> None:
    from mcptest.fleet.report.badges import badges

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError("fleet-unwritable", f"cannot create {folder}: {error.strerror}") from error
    for name, text in badges(run):
        _save(folder / name, text)


def _save(path: Path, text: str) -> None:
    write_atomically(path, text.encode("utf-8", "backslashreplace"))
