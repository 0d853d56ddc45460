"""The cases of one suite entry, on every server in its matrix."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from mcptest.calls.deferred import filled_late
from mcptest.engine.case import Case
from mcptest.model.spec_version import SpecVersion
from mcptest.suite.entry import SuiteEntry
from mcptest.suite.load import Suite
from mcptest.suite.matrix import NO_MATRIX, variant_name

E = TypeVar("E", bound=SuiteEntry)


def entry_cases(
    entry: E, suite: Suite, make: Callable[[E, Suite], list[Case]], *, late: bool = True
) -> list[Case]:
    """What ``make`` gives, once for each combination of the entry's matrix.

    Unless it is ``late``, captured values are filled in by the cases themselves.
    """
    if late and suite.scope.captured:
        make = filled_late(make)
    return [
        _run_as_asked(case, entry, version)
        for server, version in _combinations(entry, suite)
        for case in make(entry if server is None else replace(entry, server=server), suite)
    ]


def _combinations(
    entry: SuiteEntry, suite: Suite
) -> Iterator[tuple[str | None, SpecVersion | None]]:
    """The name of each server, None where it is not changed, and the revision it is pinned to."""
    matrix = entry.matrix
    if matrix is NO_MATRIX or matrix == NO_MATRIX:
        yield None, None
        return
    usual = entry.server or suite.scope.only_server or ""
    servers = (entry.server,) if entry.server else matrix.server or (usual,)
    for server in dict.fromkeys(servers):
        for version in dict.fromkeys(matrix.spec_version or (None,)):
            yield server if version is None else variant_name(server, version), version


def _run_as_asked(case: Case, entry: SuiteEntry, version: SpecVersion | None) -> Case:
    isolated = entry.isolation == "test"
    if not isolated and entry.repeat == 1 and version is None:
        return case
    return replace(case, isolated=isolated, repeat=entry.repeat, pinned=version)
