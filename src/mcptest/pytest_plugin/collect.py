"""Collect a suite as pytest items: a file, ``mcptest``, a server, a test."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mcptest.engine.case import Case
from mcptest.errors import McptestError
from mcptest.model.escape import visible
from mcptest.model.grade import GateVerdict
from mcptest.model.location import Location
from mcptest.plan import load_suite
from mcptest.plan.gating import gates_of
from mcptest.plan.run_plan import check_gates, make_plan, narrow
from mcptest.plan.suites import Loaded, join_suites
from mcptest.pytest_plugin.marks import mark
from mcptest.pytest_plugin.problem import problem_text
from mcptest.pytest_plugin.running import SuiteRun, fail, tell
from mcptest.pytest_plugin.snapshots import flags_of
from mcptest.suite.discover import is_suite_name

_ROW = re.compile(r" \[([^\[\]]*)\]$")  # how a row of ``cases`` is named


def suite_file(path: Path, parent: pytest.Collector) -> SuiteFile | None:
    """The collector of a file that is a suite by its name."""
    return SuiteFile.from_parent(parent, path=path) if is_suite_name(path.name) else None


class SuiteFile(pytest.File):
    """Loads the suite when pytest collects it; starts nothing."""

    _run: SuiteRun | None = None

    def collect(self) -> Iterable[pytest.Collector]:
        flags = flags_of(self.config)
        try:
            path = _shortest(self.path)
            loaded = narrow(join_suites([partial(load_suite, path, env=os.environ)]), flags)
            check_gates(loaded)
        except McptestError as error:
            raise self.CollectError(problem_text(error)) from None
        self._run = SuiteRun(make_plan(loaded, flags), self.config)
        yield SuiteGroup.from_parent(
            self, name="mcptest", make=partial(_servers, loaded, self._run)
        )

    def teardown(self) -> None:
        if self._run is not None:
            self._run.close()


class SuiteGroup(pytest.Collector):
    """A part of the node id."""

    def __init__(self, *, make: Callable[[SuiteGroup], Iterable[Any]], **more: Any) -> None:
        super().__init__(**more)
        self._make = make

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        return self._make(self)


def _servers(loaded: Loaded, run: SuiteRun, parent: SuiteGroup) -> Iterator[SuiteGroup]:
    """A group for each server, in the order in which the suite first uses them."""
    ordered = any(case.keeps_order or case.last for case in loaded.cases)
    together = str(parent.path) if ordered else None
    for server in dict.fromkeys(case.server for case in loaded.cases):
        cases = [case for case in loaded.cases if case.server == server]
        make = partial(_items, cases, run, together)
        yield SuiteGroup.from_parent(parent, name=server or "suite", make=make)
    gates = [gate for suite in loaded.suites for gate in gates_of(suite)]
    if gates:
        yield SuiteGroup.from_parent(parent, name="gates", make=partial(_gates, gates))


def _items(
    cases: Sequence[Case], run: SuiteRun, together: str | None, parent: SuiteGroup
) -> Iterator[SuiteItem]:
    seen: set[str] = set()
    for case in cases:
        name = _ROW.sub(r"[\1]", case.name)
        name = name if name not in seen else f"{name} ({case.lane})"
        seen.add(name)
        item = SuiteItem.from_parent(parent, name=name, case=case, run=run)
        mark(item, case.tags, together=together)
        yield item


def _gates(
    gates: Sequence[tuple[str, Callable[[], GateVerdict]]], parent: SuiteGroup
) -> Iterator[Any]:
    for name, judge in gates:
        yield GateItem.from_parent(parent, name=name, judge=judge)


class _Placed(pytest.Item):
    """Knows its line in the suite."""

    where: Location | None = None

    def reportinfo(self) -> tuple[Path, int | None, str]:
        name = "::".join(node.name for node in self.listchain()[-3:])
        return self.path, self.where.line - 1 if self.where else None, name


class SuiteItem(_Placed):
    """One case of a suite."""

    def __init__(self, *, case: Case, run: SuiteRun, **more: Any) -> None:
        super().__init__(**more)
        self.case = case
        self.where = case.where
        self._run = run

    def runtest(self) -> None:
        tell(self._run.run(self.case), self)


class GateItem(_Placed):
    """One gate of the ``compliance:`` block."""

    def __init__(self, *, judge: Callable[[], GateVerdict], **more: Any) -> None:
        super().__init__(**more)
        self._judge = judge

    def runtest(self) -> None:
        try:
            verdict = self._judge()
        except McptestError as error:
            fail(problem_text(error))
        if not verdict.passed:
            fail(f"FAIL  {verdict.name}  {visible(verdict.note or '')}".rstrip())


def _shortest(path: Path) -> Path:
    """As people would write it from here, which is how messages show it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
