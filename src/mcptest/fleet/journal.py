"""The journal of a fleet run: one line per finished server, so that a run can resume.

It is append-only NDJSON, each line written and flushed whole:

    {"event": "fleet-started", "schema": "mcptest.fleet-journal/v1", "run": {…}}
    {"event": "server-finished", "server": {…the row of the fleet document…}}
    {"event": "fleet-resumed", "at": "2026-11-16T04:00:00Z"}
    {"event": "fleet-finished", "exit_code": 0}

``run`` is the fleet document without its servers. A server that is there a second time counts as
the second says. A line that was cut off, by a crash or a full disk, is as if it were not there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from errno import ENOSPC
from pathlib import Path
from typing import Any, Final, Self

from mcptest.errors import UsageError, WriteError
from mcptest.fleet.fleet_run import FleetRun, fleet_document, parse_fleet
from mcptest.fleet.result import ServerResult, ServerStatus, parse_result, result_document
from mcptest.model.json import JsonObject
from mcptest.model.record import record

SCHEMA: Final = "mcptest.fleet-journal/v1"
FILE_NAME: Final = "journal.ndjson"
_APPENDED: Final = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)


@record
class Journalled:
    """What a journal says: the run it is of, the servers that ended, and whether all did."""

    run: FleetRun
    servers: dict[str, ServerResult]
    finished: bool


class Journal:
    """The writing end; a disk that is full costs the journal, never the run."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None
        self.trouble: WriteError | None = None

    def begin(self, run: FleetRun) -> Self:
        """Raises: WriteError when not even the first line can be written."""
        document = {**fleet_document(run), "servers": []}
        self._open()
        self._write({"event": "fleet-started", "schema": SCHEMA, "run": document})
        if self.trouble is not None:
            raise self.trouble
        return self

    def resume(self, at: str) -> Self:
        """Raises: WriteError."""
        self._open()
        self._write({"event": "fleet-resumed", "at": at})
        if self.trouble is not None:
            raise self.trouble
        return self

    def server(self, result: ServerResult) -> None:
        self._write({"event": "server-finished", "server": result_document(result)})

    def finish(self, exit_code: int) -> None:
        self._write({"event": "fleet-finished", "exit_code": int(exit_code)})

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open(self) -> None:
        """After a line that was cut off, a new one begins."""
        try:
            self._file = os.open(self._path, _APPENDED, 0o666)
            if os.lseek(self._file, 0, os.SEEK_END):
                os.lseek(self._file, -1, os.SEEK_END)
                if os.read(self._file, 1) != b"\n":
                    os.write(self._file, b"\n")
        except OSError as error:
            raise _unwritable(self._path, error) from error

    def _write(self, event: JsonObject) -> None:
        if self._file is None or self.trouble is not None:
            return
        line = json.dumps(event, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
        try:
            written = os.write(self._file, line)
        except OSError as error:
            self.trouble = _unwritable(self._path, error)
            return
        if written < len(line):
            self.trouble = _unwritable(self._path, OSError(ENOSPC, os.strerror(ENOSPC)))


def begun(path: Path) -> bool:
    """Whether a run is there; a disk that was full from the start leaves an empty file."""
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


def read_journal(path: Path) -> Journalled:
    """What can be read of it.

    Raises: UsageError when not even its beginning is there.
    """
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise UsageError(
            "fleet-no-journal", f"cannot read {path}: {error.strerror}", hint="start a new run"
        ) from error
    run: FleetRun | None = None
    servers: dict[str, ServerResult] = {}
    finished = False
    for event in _events(text):
        if event["event"] == "fleet-started":
            run = parse_fleet(event.get("run"))
        elif event["event"] == "server-finished":
            with suppress(KeyError, TypeError, ValueError, AttributeError):
                result = parse_result(event["server"])
                servers[result.name] = result
        finished = event["event"] == "fleet-finished"
    if run is None:
        raise UsageError(
            "fleet-no-journal",
            f"cannot resume from {path}: its first line is missing",
            hint="start a new run",
        )
    return Journalled(run, _ended(servers), finished)


def _ended(servers: dict[str, ServerResult]) -> dict[str, ServerResult]:
    return {
        name: result
        for name, result in servers.items()
        if result.status is not ServerStatus.NOT_RUN
    }


def _events(text: str) -> Iterator[Any]:
    for line in text.split("\n"):  # no other sign ends a line of NDJSON
        with suppress(ValueError, RecursionError):
            event = json.loads(line)
            if isinstance(event, dict) and isinstance(event.get("event"), str):
                yield event


def _unwritable(path: Path, error: OSError) -> WriteError:
    return WriteError(
        "fleet-unwritable",
        f"cannot write {path}: {error.strerror}",
        hint="check that the folder is writable and that the disk has space",
    )
