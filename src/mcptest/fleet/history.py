"""The runs before this one: what changed is measured against the newest that has the server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from mcptest.fleet.fleet_run import FleetRun
from mcptest.fleet.folder import read_fleet_run, readable_runs, runs_in
from mcptest.fleet.result import ServerResult, ServerStatus
from mcptest.model.record import record

MOST_RUNS: Final = 20  # that are opened to find a server that the newest did not run


@record
class Before:
    """A server as it was, and the id of that run."""

    run: str
    server: ServerResult


def servers_before(
    fleet: str, names: Iterable[str], *, home: Path, this: Path, against: Path | None = None
) -> dict[str, Before]:
    """Each server as the newest run has it that ran it; or as ``against`` has it, if given.

    Raises: UsageError where the run that was named cannot be read.
    """
    wanted = set(names)
    found: dict[str, Before] = {}
    runs = [read_fleet_run(against)] if against is not None else _runs(fleet, home, this)
    for run in runs:
        for server in run.servers:
            if server.name in wanted and server.status is not ServerStatus.NOT_RUN:
                found.setdefault(server.name, Before(run.id, server))
        if found.keys() == wanted:
            break
    return found


def _runs(fleet: str, home: Path, this: Path) -> Iterator[FleetRun]:
    """Where the newest cannot be read, an older one will do."""
    others = (path for path in runs_in(home) if path.resolve() != this.resolve())
    ours = (run for run in readable_runs(others) if run.fleet == fleet)
    return islice(ours, MOST_RUNS)
