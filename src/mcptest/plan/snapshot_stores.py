"""The snapshots of all suites in a run: which were written, and which are unused."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from mcptest.engine.case import Case
from mcptest.model.counted import counted
from mcptest.model.outcome import Status
from mcptest.model.run import Run
from mcptest.plan.suites import Loaded
from mcptest.suite.snapshots import SnapshotFolder

_GOOD = {Status.PASSED, Status.WARNED}


class SnapshotStores:
    """One store for each suite; ``whole`` says that every test of the suites runs."""

    def __init__(self, loaded: Loaded, *, update: bool, prune: bool, whole: bool) -> None:
        self._of = loaded.snapshots(update=update)
        self._cases = loaded.cases
        self._prune = prune
        self._whole = whole

    def __call__(self, case: Case) -> SnapshotFolder | None:
        return self._of(case)

    def tell(self, run: Run) -> Run:
        """The run with those notes."""
        statuses = {result.id: result.status for result in run.cases}
        notes = self.notes(statuses, interrupted=run.interrupted)
        return replace(run, notes=(*run.notes, *notes)) if notes else run

    def notes(self, statuses: Mapping[str, Status], *, interrupted: bool = False) -> list[str]:
        """What was stored and what nobody uses, which may be deleted; by the id of each case."""
        stores = self._stores()
        return [
            *_stored(sum(one.written for one in stores.values()), "written"),
            *_stored(sum(one.updated for one in stores.values()), "updated"),
            *self._left_over(statuses, stores, sure=self._whole and not interrupted),
        ]

    def _stores(self) -> dict[str, SnapshotFolder]:
        found = {case.where.file: self._of(case) for case in self._cases if case.where is not None}
        return {file: store for file, store in found.items() if store is not None}

    def _left_over(
        self, statuses: Mapping[str, Status], stores: Mapping[str, SnapshotFolder], *, sure: bool
    ) -> Iterator[str]:
        """Only where every test of the suite got as far as its snapshots."""
        unsure = defaultdict(bool, dict.fromkeys(stores, not sure))
        for case in self._cases:
            if case.where is not None and not case.last:
                unsure[case.where.file] |= statuses.get(case.id) not in _GOOD
        orphans = [
            path for file, one in stores.items() if not unsure[file] for path in one.orphans()
        ]
        if self._prune and any(unsure[file] and one.orphans() for file, one in stores.items()):
            yield "snapshots were not pruned, since not all tests of the suite ran and passed"
        if orphans and self._prune:
            yield from _stored(_deleted(orphans), "deleted")
        elif orphans:
            names = ", ".join(path.name for path in orphans[:5])
            many = counted(len(orphans), "snapshot")
            yield f"{many} not used by any test: {names}; delete with mcptest run --prune-snapshots"


def _stored(count: int, what: str) -> list[str]:
    return [f"{counted(count, 'snapshot')} {what}"] if count else []


def _deleted(paths: list[Path]) -> int:
    for path in paths:
        with suppress(FileNotFoundError):
            path.unlink()
    return len(paths)
