"""What an earlier run says about this one: failed tests, and how long each took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mcptest.engine.case import Case
from mcptest.model.outcome import Status
from mcptest.model.run import Run

_FAILED = {Status.FAILED, Status.ERRORED}


def failed_tests(run: Run) -> frozenset[str]:
    """The ids of the tests that did not pass."""
    return frozenset(result.id for result in run.cases if result.status in _FAILED)


def durations(run: Run) -> dict[str, float]:
    """How long each test took, in milliseconds."""
    return {result.id: result.duration_ms for result in run.cases if result.skip is None}


def balanced(cases: Sequence[Case], took: Mapping[str, float], part: int, parts: int) -> list[Case]:
    """One of ``parts`` shares that take about as long; in the order of the suite.

    The longest tests are dealt out first, each to the share with the least so far. A test that is
    new counts as an average one.
    """
    known = [took[case.id] for case in cases if case.id in took]
    average = sum(known) / len(known) if known else 1.0
    weights = [took.get(case.id, average) for case in cases]
    loads = [0.0] * parts
    mine: list[int] = []
    for index in sorted(range(len(cases)), key=lambda one: (-weights[one], one)):
        share = min(range(parts), key=lambda one: (loads[one], one))
        loads[share] += weights[index]
        if share == part - 1:
            mine.append(index)
    return [cases[index] for index in sorted(mine)]
