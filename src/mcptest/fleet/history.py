"""Earlier runs: what changed since the newest, and the results that must not get worse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import islice
from pathlib import Path
from typing import Final

from mcptest.fleet.fleet_run import FleetRun
from mcptest.fleet.folder import read_fleet_run, readable_runs, runs_in
from mcptest.fleet.result import JUDGED, ServerResult, ServerStatus
from mcptest.model.record import record

MOST_RUNS: Final = 20  # that are opened to find a server that the newest did not run
_BEST: Final = 4


@record
class Before:
    """A server as it was, and the id of that run."""

    run: str
    server: ServerResult


@record
class PastRuns:
    """``newest`` is each server as it was last run; ``floor`` as it was last in order.

    The two differ, since a server that got worse, or was out of reach once, would pass as soon as
    it is run again if it were compared with that run.
    """

    newest: dict[str, Before] = field(default_factory=dict)
    floor: dict[str, Before] = field(default_factory=dict)


def look_back(
    fleet: str,
    stages: Mapping[str, tuple[str, ...]],
    *,
    home: Path,
    this: Path,
    against: Path | None = None,
) -> PastRuns:
    """``stages`` is what each server will be run with; ``against`` is the only run, if given.

    Raises: UsageError where the run that was named cannot be read.
    """
    past = PastRuns()
    ranks = dict.fromkeys(stages, 0)
    runs = [read_fleet_run(against)] if against is not None else _runs(fleet, home, this)
    for run in runs:
        for row in run.servers:
            if row.name not in stages or row.status is ServerStatus.NOT_RUN:
                continue
            past.newest.setdefault(row.name, Before(run.id, row))
            rank = _rank(row, stages[row.name])
            if rank > ranks[row.name]:
                ranks[row.name] = rank
                past.floor[row.name] = Before(run.id, row)
        if all(rank == _BEST for rank in ranks.values()):
            break
    return past


def _rank(row: ServerResult, stages: tuple[str, ...]) -> int:
    """How well a run serves as a floor: 0 is not at all, the best passed with the same stages."""
    if row.status not in JUDGED:
        return 0
    if "compliance" in stages and row.grade is None:
        return 1
    if row.status is not ServerStatus.PASSED:
        return 2
    return _BEST if row.stages is None or set(row.stages) == set(stages) else 3


def _runs(fleet: str, home: Path, this: Path) -> Iterator[FleetRun]:
    """Where the newest cannot be read, an older one will do."""
    others = (path for path in runs_in(home) if path.resolve() != this.resolve())
    ours = (run for run in readable_runs(others) if run.fleet == fleet)
    return islice(ours, MOST_RUNS)
