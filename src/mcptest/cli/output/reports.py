"""Write reports: one format to stdout, others to files."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from mcptest import registry
from mcptest.atomic import write_atomically
from mcptest.cli.output.progress import Progress
from mcptest.cli.output.writing import report_files
from mcptest.errors import UsageError, WriteError
from mcptest.model.escape import visible
from mcptest.model.events import Event, Noted, RunFinished
from mcptest.model.record import record
from mcptest.model.run import Run
from mcptest.report.paint import Paint
from mcptest.report.report import FORMATS, Report

FORMAT_NAMES = registry.names(FORMATS)
_LOOKS_AHEAD = {"doctor", "fuzz", "probe", "schema-lint", "security"}


@record
class Output:
    """What was asked for; checked before anything runs."""

    name: str
    files: tuple[tuple[str, Path], ...]
    paint: Paint
    live: bool
    verbose: bool = False
    started_by: tuple[str, ...] = ()  # the files and words that name the server
    earlier: Run | None = None  # what the run is compared with
    begun: float | None = None  # on the monotonic clock

    def spare(self, inputs: Iterable[Path]) -> None:
        """Raises: UsageError when a report would replace what is read."""
        read = {path.resolve() for path in inputs}
        for _, path in self.files:
            if path.resolve() in read:
                raise UsageError(
                    "report-path", f"cannot write a report to {path}: it is an input file"
                )

    @classmethod
    def of(
        cls,
        name: str,
        reports: Sequence[str],
        *,
        no_color: bool,
        verbose: bool = False,
        started_by: Sequence[str] = (),
        compare: Path | None = None,
    ) -> Output:
        """Raises: UsageError when a report cannot be what was asked for."""
        files = report_files(reports, FORMAT_NAMES)
        plain = no_color or "NO_COLOR" in os.environ or "CI" in os.environ
        return cls(
            name=name,
            files=files,
            paint=Paint(on=sys.stdout.isatty() and not plain and name == "text"),
            live=sys.stderr.isatty() and not plain and os.environ.get("TERM") != "dumb",
            verbose=verbose,
            started_by=tuple(started_by),
            begun=time.monotonic(),
            earlier=None if compare is None else _earlier(compare, {name, *(n for n, _ in files)}),
        )


class Writer:
    """Consumes events: progress and journals as they come, the rest at the end."""

    def __init__(self, output: Output, *, replay: bool = False) -> None:
        self._output = output
        self._report = report_named(output.name)
        self._streams = self._report.line is not None and not replay
        self._replay = replay
        journals = [path for name, path in output.files if name == "ndjson" and not replay]
        self._journals: list[TextIO] = [_open_journal(path) for path in journals]
        self._progress = Progress() if output.live else None
        self._noted: set[str] = set()
        self._troubles: list[WriteError] = []
        self._unread = False  # the reader of standard output went away

    def __call__(self, event: Event) -> None:
        if isinstance(event, RunFinished) and not self._replay:
            event = RunFinished(_whole_time(event.run, self._output))
        if self._progress is not None:
            self._progress(event)
        if isinstance(event, Noted):
            self._noted.add(event.text)
            sys.stderr.write(f"note: {visible(event.text)}\n")
        if self._streams and self._report.line and (text := self._report.line(event)):
            self._print(text)
        self._journal(event)
        if isinstance(event, RunFinished):
            self._finish(event.run)

    def _journal(self, event: Event) -> None:
        if not self._journals:
            return
        line = report_named("ndjson").line
        assert line is not None
        if text := line(event):
            for journal in self._journals:
                self._append(journal, text)

    def _append(self, journal: TextIO, text: str) -> None:
        """A disk that is full costs the journal, never the run."""
        try:
            journal.write(text)
            journal.flush()
        except OSError as error:
            self._journals = [other for other in self._journals if other is not journal]
            self._troubles.append(_unwritable(journal.name, error))
            with suppress(OSError):
                journal.close()

    def _finish(self, run: Run) -> None:
        """Files first, so that a reader who goes away costs no report."""
        if self._progress is not None:
            self._progress.clear()
        for journal in self._journals:
            journal.close()
        for name, path in self._output.files:
            self._save(name, path, run)
        if not self._streams:
            self._print(self._text(run))
        if self._troubles:
            raise self._troubles[0]
        if self._unread:
            raise BrokenPipeError

    def _save(self, name: str, path: Path, run: Run) -> None:
        """One report into its file; what goes wrong must not cost the others."""
        if name == "ndjson" and not self._replay:
            return
        try:
            write_atomically(path, _rendered(report_named(name), run, self._output))
        except WriteError as error:
            self._troubles.append(error)

    def _print(self, text: str) -> None:
        """A run continues when nobody reads it; the caller learns of it at the end."""
        if self._unread:
            return
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError:
            self._unread = True
        except OSError as error:
            self._unread = True
            self._troubles.append(_unwritable("to standard output", error))

    def _text(self, run: Run) -> str:
        if self._output.name != "text":
            return _rendered(self._report, run, self._output)
        from mcptest.report.formats.text import render

        unsaid = tuple(note for note in run.notes if note not in self._noted)
        shown = replace(run, notes=unsaid, earlier=self._output.earlier)
        text = render(shown, self._output.paint, verbose=self._output.verbose)
        return _wrapped(text) if sys.stdout.isatty() else text


def _wrapped(text: str) -> str:
    from shutil import get_terminal_size  # it loads every way to compress a file

    from mcptest.report.wrapping import wrap_lines

    return wrap_lines(text, get_terminal_size().columns)


def _whole_time(run: Run, output: Output) -> Run:
    """With the time in which the server was started and listed its tools, ahead of the run."""
    if output.begun is None or run.command not in _LOOKS_AHEAD:
        return run
    waited = (time.monotonic() - output.begun) * 1000
    return replace(run, duration_ms=max(run.duration_ms, waited))


def _rendered(report: Report, run: Run, output: Output) -> str:
    """The text; a format gets only what it shows of rules, paths and the earlier run."""
    if report.compares:
        run = replace(run, earlier=output.earlier)
    if report.relative:
        from mcptest.cli.output.repository import relative_to_repository, repository_root, source_of

        root = repository_root(os.environ, Path.cwd())
        run = relative_to_repository(run, root, source_of(output.started_by, root))
    if report.needs_rules:
        from mcptest.cli.output.known_rules import infos_of

        run = replace(run, rules=infos_of(run))
    return report.render(run)


def _earlier(path: Path, names: set[str]) -> Run:
    """The run to compare with, read before anything runs."""
    if not any(report_named(name).compares for name in names):
        comparing = [name for name in FORMAT_NAMES if report_named(name).compares]
        raise UsageError(
            "compare-no-report",
            f"--compare {path} has no effect: none of {', '.join(sorted(names))} shows changes",
            hint=f"add a format that does: --report {comparing[0]}=PATH ({', '.join(comparing)})",
        )
    from mcptest.cli.output.saved_run import read_run

    return read_run(path)


def report_named(name: str) -> Report:
    report = registry.lookup(FORMATS, name, "REPORT", Report)
    assert report is not None, name
    return report


def _open_journal(path: Path) -> TextIO:
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise _unwritable(str(path), error) from error


def _unwritable(path: str, error: OSError) -> WriteError:
    return WriteError("report-unwritable", f"cannot write {path}: {error.strerror}")
