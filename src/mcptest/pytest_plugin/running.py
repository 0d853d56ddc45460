"""Run the cases of one suite for pytest, one at a time."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Coroutine
from typing import Any, NoReturn, TypeVar

import pytest

from mcptest.api.loop import blocking
from mcptest.engine.case import Case
from mcptest.engine.run import RunPlan
from mcptest.engine.stepwise import Stepwise
from mcptest.model.outcome import CaseResult, Status
from mcptest.plan.snapshot_stores import SnapshotStores
from mcptest.pytest_plugin import NOTES
from mcptest.report.plain import finding_lines, harmless

T = TypeVar("T")
_RUNNER = pytest.StashKey[asyncio.Runner]()


class SuiteRun:
    """Servers are opened by the first test that needs them, and closed when pytest leaves."""

    def __init__(self, plan: RunPlan, config: pytest.Config) -> None:
        self._plan = plan
        self._config = config
        self._steps: Stepwise | None = None
        self._statuses: dict[str, Status] = {}

    def run(self, case: Case) -> CaseResult:
        if self._steps is None:
            self._steps = Stepwise(self._plan)
        result = self._wait_for(self._steps.run(case))
        self._statuses[case.id] = result.status
        return result

    def close(self) -> None:
        """End every server of the suite.

        Fails when one of them broke the protocol beside the tests.
        """
        if self._steps is None:
            return
        self._wait_for(self._steps.close())
        self._tell_of_snapshots()
        stray = self._steps.stray()
        broken = [result for result in stray if result.status is not Status.WARNED]
        if broken:
            fail("\n".join(map(verdict_text, broken)))
        for result in stray:
            warnings.warn(pytest.PytestWarning(verdict_text(result)), stacklevel=2)

    def _tell_of_snapshots(self) -> None:
        if isinstance(self._plan.snapshots, SnapshotStores):
            notes = self._plan.snapshots.notes(self._statuses)
            self._config.stash.setdefault(NOTES, []).extend(map(harmless, notes))

    def _wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        return blocking(_runner(self._config), work)


def _runner(config: pytest.Config) -> asyncio.Runner:
    """One loop for all suites of this process; it ends with pytest."""
    if _RUNNER not in config.stash:
        config.stash[_RUNNER] = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        config.add_cleanup(config.stash[_RUNNER].close)
    return config.stash[_RUNNER]


def verdict_text(result: CaseResult) -> str:
    """The findings as the command line shows them."""
    lines = [line for finding in result.findings for line in finding_lines(finding)]
    return "\n".join([*lines, *(f"note: {harmless(note)}" for note in result.notes)])


def fail(text: str) -> NoReturn:
    """A verdict of mcptest, shown without a traceback."""
    raise pytest.fail.Exception(text, pytrace=False)


def tell(result: CaseResult, item: pytest.Item) -> None:
    """Pass, skip, warn or fail, in the words of pytest."""
    if result.skip is not None:
        reason = result.skip.detail
        raise pytest.skip.Exception(reason, _use_item_location=True)
    if result.status in {Status.FAILED, Status.ERRORED}:
        fail(verdict_text(result))
    if result.status is Status.WARNED:
        item.warn(pytest.PytestWarning(verdict_text(result)))
