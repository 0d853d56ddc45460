"""Load a saved run from its document or its journal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from mcptest.errors import FileProblemsError, Problem
from mcptest.model.location import Location
from mcptest.model.redaction import Redactor
from mcptest.model.run import Run
from mcptest.reading import MIB, CannotReadError, JsonTextError, parse_json, read_whole
from mcptest.report.journal import run_from_journal
from mcptest.report.parse import parse_run

_LARGEST = 256 * MIB


def read_run(file: Path) -> Run:
    """What ``--report json`` or ``--report ndjson`` left.

    Raises: UsageError, FileProblemsError when the file cannot be read, or holds something else.
    """
    return _masked(_parsed(_read(file), file))


def _masked(run: Run) -> Run:
    """What looks like a secret was not written by us, and is not told again."""
    redactor = Redactor()
    cases = tuple(map(redactor.result, run.cases))
    servers = tuple(map(redactor.server, run.servers))
    if (cases, servers) == (run.cases, run.servers):
        return run
    notes = (*run.notes, "values that look like secrets in this saved run were masked")
    return replace(run, cases=cases, servers=servers, notes=notes)


def _parsed(raw: bytes, file: Path) -> Run:
    if raw.lstrip().startswith(b'{"event"'):
        return run_from_journal(raw.decode("utf-8", "replace"))
    try:
        return parse_run(parse_json(raw))
    except JsonTextError as error:
        where = Location(str(file), error.line, error.column)
        hint = "pass a run saved with --report json=FILE, or a recording"
        words = f"{file} is not valid JSON: {error.message}"
        raise FileProblemsError([Problem("report-not-json", words, where, hint)]) from None


def _read(file: Path) -> bytes:
    try:
        return read_whole(file, limit=_LARGEST)
    except CannotReadError as error:
        where = None if error.missing else Location(str(file), 1, 1)
        raise FileProblemsError([Problem("report-unreadable", error.about(file), where)]) from None
