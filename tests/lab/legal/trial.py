"""Try one legal change on one server over one transport."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.compliance.peer import http, stdio
from tests.lab.change import Change, Middle
from tests.lab.explained import allowed_for
from tests.lab.judging import Outcome, Verdicts, judge_legal, moved
from tests.lab.legal import legal_changes
from tests.lab.legal.together import Together
from tests.lab.stages import Scene, grade, http_between, stdio_command

from mcptest.model.spec_version import SpecVersion
from mcptest.wire.limits import Limits
from mcptest.wire.target import HttpTarget, StdioTarget

MOCK = "mock"
REAL = ("mcp 1.x", "mcp 2.x", "FastMCP", "TypeScript 1.x", "TypeScript 2.x")
_LIMITS = Limits(timeout=10.0, grace=1.0)
_IN_MEMORY = Limits(timeout=10.0, grace=0.2)
_BASELINES = 4  # until two in a row agree


@dataclass(frozen=True)
class Ground:
    """One server, one transport, one revision; ``before`` is what it is without a change."""

    server: str
    transport: str
    version: SpecVersion
    place: Any  # a Scene, a command, or an address

    def grade(self, change: Change | None) -> tuple[Verdicts, int]:
        """The verdicts, and how often the change did something that we can see."""
        middle = change.make() if change else Middle()
        after = self._grade_with(middle, [change.name] if change else [])
        return after, 1 if self.transport == "stdio" else middle.made

    def grade_together(self, changes: Sequence[Change]) -> tuple[Verdicts, set[str]]:
        """The same with several changes at once, and the names of those that did something."""
        together = Together(changes)
        names = [change.name for change in changes]
        after = self._grade_with(together.middle, names)
        return after, set(names) if self.transport == "stdio" else together.reached()

    def _grade_with(self, middle: Middle, names: Sequence[str]) -> Verdicts:
        if self.transport == "memory":
            return self.place.grade(middle)
        if self.transport == "stdio":
            command = stdio_command(names, self.version, self.place) if names else self.place
            return grade(StdioTarget(tuple(command)), self.version, {}, _LIMITS)
        with http_between(self.place, middle) as url:
            return grade(HttpTarget(url), self.version, {}, _LIMITS)

    def changes(self) -> list[Change]:
        return [
            change
            for change in legal_changes(self.version).values()
            if change.fits(self.version, self.transport)
        ]


def baseline(ground: Ground) -> Verdicts:
    """The verdicts without a change, taken until two in a row agree: one may have timed out."""
    kept, _ = ground.grade(None)
    for _ in range(_BASELINES - 1):
        again, _ = ground.grade(None)
        if not moved(kept, again, may_apply=False) and not moved(again, kept, may_apply=False):
            break
        kept = again
    return kept


def try_together(ground: Ground, changes: Sequence[Change], before: Verdicts) -> Iterator[Outcome]:
    """One trial for all; where it moves a verdict twice, one for each."""
    after, reached = ground.grade_together(changes)
    repeated = not _good_together(changes, before, after)
    if repeated:
        before, _ = ground.grade(None)
        after, reached = ground.grade_together(changes)
    good = _good_together(changes, before, after)
    for change in changes:
        if not good:
            yield try_legal(ground, change, before)
        else:
            seen = change.name in reached or _counts_nothing(change)
            how = "unmoved" if seen else "unreached"
            yield _outcome(ground, change, how, {}, repeated=repeated)


def _good_together(changes: Sequence[Change], before: Verdicts, after: Verdicts) -> bool:
    allowed = frozenset[str]().union(*(allowed_for(change.name) for change in changes))
    good, _, _ = judge_legal(changes[0], before, after, allowed)
    return good


def try_legal(ground: Ground, change: Change, before: Verdicts) -> Outcome:
    """One trial; what seems to have moved is tried once more, with a new baseline.

    A machine that is busy with other work makes a server miss a limit; it does not do so twice.
    """
    allowed = allowed_for(change.name)
    after, made = ground.grade(change)
    good, how, rules = judge_legal(change, before, after, allowed)
    repeated = not good
    if repeated:
        before, _ = ground.grade(None)
        after, made = ground.grade(change)
        good, how, rules = judge_legal(change, before, after, allowed)
    unreached = not made and good and not _counts_nothing(change)
    how = "unreached" if unreached else how
    return _outcome(ground, change, how, rules, repeated=repeated)


def _outcome(
    ground: Ground, change: Change, how: str, rules: Mapping[str, str], *, repeated: bool
) -> Outcome:
    return Outcome(
        change=change.name,
        server=ground.server,
        revision=ground.version.value,
        transport=ground.transport,
        good=how != "changed",
        how=how,
        why=change.why,
        rules=rules,
        repeated=repeated,
    )


def _counts_nothing(change: Change) -> bool:
    return change.name.startswith("JSON text")


@contextmanager
def ground_of(server: str, transport: str, version: SpecVersion) -> Iterator[Ground]:
    """The server, running for as long as it is needed."""
    if transport == "memory":
        yield Ground(server, transport, version, Scene("healthy", version, limits=_IN_MEMORY))
    elif server == MOCK and transport == "stdio":
        yield Ground(server, transport, version, stdio((), version).command)
    elif server == MOCK:
        with http((), version) as target:
            yield Ground(server, transport, version, target.url)
    else:
        from tests.real.servers import STDIO, served

        if transport == "stdio":
            yield Ground(server, transport, version, tuple(STDIO[server]()))
        else:
            with served(server) as url:
                yield Ground(server, transport, version, url)
