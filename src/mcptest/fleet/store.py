"""The history of fleet runs in SQLite, one row per server and run, for trends."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from mcptest.errors import WriteError
from mcptest.fleet.fleet_run import FleetRun
from mcptest.fleet.result import ServerResult, ServerStatus
from mcptest.model.record import record

FILE: Final = "history.sqlite3"
_WAIT: Final = 5.0  # seconds for another process that is writing
_TABLES: Final = """
CREATE TABLE IF NOT EXISTS runs (
    id TEXT PRIMARY KEY, fleet TEXT NOT NULL, started TEXT NOT NULL, exit_code INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS results (
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    server TEXT NOT NULL, status TEXT NOT NULL, grade TEXT, score REAL, tools INTEGER,
    failed_cases INTEGER NOT NULL, errors INTEGER NOT NULL, warnings INTEGER NOT NULL,
    duration_ms REAL NOT NULL,
    PRIMARY KEY (run, server)
);
"""
_POINTS: Final = """
SELECT results.server, runs.id, runs.started, results.status, results.grade, results.score,
       results.failed_cases
FROM results JOIN runs ON runs.id = results.run
WHERE runs.fleet = ? AND runs.started <= ? ORDER BY runs.started, runs.id
"""


@record(kw_only=True)
class Point:
    """One server in one kept run."""

    run: str
    started: str
    status: ServerStatus
    grade: str | None
    score: float | None
    failed_cases: int


class Store:
    """The history of one home; what was kept stays when the folder of a run is deleted."""

    def __init__(self, home: Path) -> None:
        self._file = home / FILE

    def remember(self, runs: Iterable[FleetRun]) -> None:
        """Keep runs; one that is there already is replaced. Raises: WriteError."""
        with self._open() as history:
            for run in runs:
                _keep(history, run)

    def trends(self, run: FleetRun, *, most: int = 30) -> dict[str, tuple[Point, ...]]:
        """Each server's newest points up to that run, the oldest first. Raises: WriteError."""
        found: dict[str, list[Point]] = {}
        with self._open() as history:
            for server, name, started, status, grade, score, failed in history.execute(
                _POINTS, (run.fleet, run.started)
            ):
                point = Point(
                    run=name,
                    started=started,
                    status=ServerStatus(status),
                    grade=grade,
                    score=score,
                    failed_cases=failed,
                )
                found.setdefault(server, []).append(point)
        return {server: tuple(points[-most:]) for server, points in found.items()}

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """A damaged or foreign file is told, never repaired or thrown away."""
        try:
            with closing(sqlite3.connect(self._file, timeout=_WAIT)) as history, history:
                history.execute("PRAGMA foreign_keys = ON")
                history.executescript(_TABLES)
                yield history
        except (sqlite3.Error, ValueError) as error:
            raise WriteError(
                "fleet-history",
                f"cannot use the history {self._file}: {error}",
                hint="move the file away to start a new history",
            ) from error


def _keep(history: sqlite3.Connection, run: FleetRun) -> None:
    history.execute("DELETE FROM runs WHERE id = ?", (run.id,))
    history.execute(
        "INSERT INTO runs VALUES (?, ?, ?, ?)",
        (run.id, run.fleet, run.started, int(run.exit_code)),
    )
    history.executemany(
        "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (run.id, *_line(server))
            for server in run.servers
            if server.status is not ServerStatus.NOT_RUN
        ],
    )


def _line(server: ServerResult) -> tuple[str | int | float | None, ...]:
    return (
        server.name,
        server.status.value,
        server.grade,
        server.score,
        server.tools,
        server.failed_cases,
        server.findings.get("error", 0),
        server.findings.get("warning", 0),
        server.duration_ms,
    )
