"""Turn a suite entry into a case for the engine."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.outcome import Lane, declared_skip
from mcptest.model.record import record
from mcptest.suite.entry import SuiteEntry
from mcptest.suite.load import Suite


@record
class CallRow:
    """One call of an entry; ``label`` tells rows of one name apart."""

    entry: SuiteEntry
    label: str = ""

    @property
    def name(self) -> str:
        return f"{self.entry.name} [{self.label}]" if self.label else self.entry.name


def make_case(
    row: CallRow,
    suite: Suite,
    *,
    lane: Lane,
    observe: Callable[[Context], Awaitable[Observation]],
    serial: Callable[[], bool] | None = None,
) -> Case:
    """What the engine needs of an entry; the expectations go along when it has any."""
    entry = row.entry
    server = entry.server or suite.scope.only_server or ""
    return Case(
        id=f"{lane}::{server}::{row.name}",
        name=row.name,
        lane=lane,
        server=server,
        observe=observe,
        expect=entry.expect.expectations() if entry.expect else (),
        where=entry.where,
        tags=entry.tags,
        serial=entry.serial or serial or False,
        retry=entry.retry,
        skip=declared_skip(entry.skip),
        only=entry.only,
    )
