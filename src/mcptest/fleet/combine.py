"""Load the run for a report: a folder, a document, an incomplete journal, or several shards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from mcptest.errors import UsageError
from mcptest.fleet.fleet_run import FleetRun, fleet_exit_code
from mcptest.fleet.folder import DOCUMENT, read_fleet_run, runs_in
from mcptest.fleet.journal import FILE_NAME, read_journal
from mcptest.fleet.result import ServerResult
from mcptest.model.counted import counted
from mcptest.ownership import distrust


def read_run(path: Path) -> FleetRun:
    """What is there of a run; where only the journal is left, that says so in a note.

    Raises: UsageError.
    """
    journal = path / FILE_NAME if path.is_dir() else path
    whole = path.is_dir() and (path / DOCUMENT).is_file()
    if whole or journal.name != FILE_NAME or not journal.is_file():
        return read_fleet_run(path)
    left = read_journal(journal)
    servers = tuple(left.servers.values())
    note = f"this run is incomplete: its journal has {counted(len(servers), 'server')}"
    return replace(
        left.run, servers=servers, interrupted=True, notes=(*left.run.notes, note), exit_code=1
    )


def newest_run(home: Path) -> Path:
    """Raises: UsageError where there is none."""
    found = next(runs_in(home), None)
    why = distrust(home)
    if found is None:
        raise UsageError(
            "fleet-no-run",
            f"cannot use {home}: {why}" if why else f"no fleet run found in {home}",
            hint="run mcptest fleet run first, or specify the folder of a run",
        )
    return found


def combine(runs: Sequence[FleetRun]) -> FleetRun:
    """Shards as one run: a server that several have counts as the newest says.

    Raises: UsageError where they are of different fleets.
    """
    first = runs[0]
    if len(runs) == 1:
        return first
    strangers = sorted({run.fleet for run in runs})
    if len(strangers) > 1:
        raise UsageError("fleet-mixed", f"these runs belong to different fleets: {strangers}")
    servers: dict[str, ServerResult] = {}
    for run in sorted(runs, key=lambda run: run.started):
        servers |= {server.name: server for server in run.servers}
    return replace(
        min(runs, key=lambda run: run.started),
        shard=None,
        duration_ms=max(run.duration_ms for run in runs),
        interrupted=any(run.interrupted for run in runs),
        exit_code=int(fleet_exit_code(servers.values())),
        servers=tuple(servers[name] for name in sorted(servers)),
        notes=tuple(dict.fromkeys(note for run in runs for note in run.notes)),
    )
