"""A case: something to observe, and what is expected of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING

from mcptest.match.expectation import Expectation
from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.json import Json, MaybeJson
from mcptest.model.location import Location
from mcptest.model.outcome import Lane, Skip
from mcptest.model.record import record, with_changes
from mcptest.model.spec_version import SpecVersion

if TYPE_CHECKING:
    from mcptest.engine.around.hooks import Hooks
    from mcptest.engine.context import Context


@record(guarded=False)
class Observation:
    """What a feature saw: named targets to judge, and findings that need no expectation.

    ``roots`` are what target paths start from (``result``, ``error``, ``negative_path``);
    ``targets`` are the few values worth keeping in the run document.
    """

    roots: Mapping[str, MaybeJson] = field(default_factory=dict)
    targets: Mapping[str, Json] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    exchange: Exchange | None = None
    judged: bool = False  # the findings are the verdict; expectations are not looked at
    skip: Skip | None = None
    expect: tuple[Expectation, ...] | None = None  # in place of the case's, where known only now

    def of_one_request(self) -> Observation:
        """The same, where one request in a new session would show it again."""
        shown = self.exchange and with_changes(self.exchange, alone=True)
        found = tuple(replace(one, exchange=one.exchange and shown) for one in self.findings)
        return with_changes(self, exchange=shown, findings=found)


@record(kw_only=True, guarded=False)
class Case:
    """One unit of work; a feature decides what it does, the engine decides when."""

    id: str
    name: str
    lane: Lane
    observe: Callable[[Context], Awaitable[Observation]]
    server: str | None = None
    expect: tuple[Expectation, ...] = ()
    severity: Severity = Severity.ERROR  # of an expectation that does not hold
    finding_id: str = "assertion"  # the id such a finding carries
    rule: str | None = None  # the rule that it judges
    advisory: bool = False  # whatever is found, it warns at most
    where: Location | None = None
    tags: tuple[str, ...] = ()
    timeout: float | None = None  # for the whole case, in seconds
    serial: bool | Callable[[], bool] = False  # a function is asked only where others run beside it
    retry: int = 0
    skip: Skip | None = None
    only: bool = False
    pinned: SpecVersion | None = None  # the revision of its matrix, which its server is named after
    isolated: bool = False  # it has a session to itself
    repeat: int = 1
    hooks: Hooks | None = None  # what runs around it
    starts_process: bool = False  # it may start its server a second time, beside the shared session
    last: bool = False  # runs after everything else, since it reads what the others did
    apart: bool = False  # where servers are launched, it has a process to itself

    @property
    def needs_process(self) -> bool:
        """Two processes of its server may run at the same time because of it."""
        return self.skip is None and (self.starts_process or self.isolated)

    @property
    def keeps_order(self) -> bool:
        """It waits for those before it, and those after wait for it."""
        return self.serial if isinstance(self.serial, bool) else self.serial()
