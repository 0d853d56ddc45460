"""A matcher: its name in a suite, and how its argument becomes a check."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.model.record import record


class SnapshotStore(Protocol):
    """Where snapshots are stored; the runner of the case passes it."""

    def compare(self, name: str, value: Json) -> str | None:
        """None when equal or newly written, else the difference for people."""


@record(guarded=False)
class MatchContext:
    """What a check may use besides the value."""

    case_id: str = ""
    snapshots: SnapshotStore | None = None
    target: str = ""  # names a snapshot that has no name of its own


@record
class Mismatch:
    """Why a value did not match: words that go on after the target, as in ``is absent``."""

    reason: str
    difference: str | None = None


@record(guarded=False)
class Check:
    """A matcher with its argument bound.

    ``look`` gets MISSING for an absent target; ``wants`` is the argument as written.
    """

    matcher: str
    wants: Json
    look: Callable[[MaybeJson, MatchContext], Mismatch | None]

    def compare(self, value: MaybeJson, context: MatchContext) -> Mismatch | None:
        """What is wrong with the value; None where it is as wanted."""
        try:
            return self.look(value, context)
        except RecursionError:
            return Mismatch("is nested too deeply to compare")


@record
class Matcher:
    """An entry of the registry; ``bind`` raises ValueError on an argument it cannot use."""

    name: str
    summary: str
    argument: JsonObject  # JSON Schema of the argument
    example: Json
    bind: Callable[[Json], Check]
