"""A view: something observed once and shared by all rules that read it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from mcptest.model.json import JsonObject
from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.record import record

if TYPE_CHECKING:
    from mcptest.compliance.observe.examination import Examination
    from mcptest.engine.context import Context


class NotSeenError(Exception):
    """The thing cannot be looked at on this server; carries the typed reason."""

    def __init__(self, reason: SkipReason, detail: str) -> None:
        super().__init__(detail)
        self.skip = Skip(reason, detail)


@record
class View:
    """An entry of the ``views`` folder; ``members`` documents what targets may name."""

    name: str
    summary: str
    members: dict[str, str]
    look: Callable[[Examination, Context], Awaitable[JsonObject]]
    watches: bool = False  # reads what other rules caused, so it is looked at last
    before: tuple[str, ...] = ()  # views that it looks at first, so they can be looked at early
    yields: bool = False  # leaves out what another rule has told, so it comes after all of them
    alone: bool = False  # needs the address only: it shows something also where no session opens
    apart: bool = False  # speaks on another process than the shared session, where one is launched
    scratch: bool = False  # speaks on the process for what may upset a server
