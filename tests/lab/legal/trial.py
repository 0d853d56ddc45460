"""Try one legal change on one server over one transport."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.compliance.peer import http, stdio
from tests.lab.change import Change, Middle
from tests.lab.explained import allowed_for
from tests.lab.judging import Outcome, Verdicts, judge_legal
from tests.lab.legal import legal_changes
from tests.lab.stages import Scene, grade, http_between, stdio_command

from mcptest.model.spec_version import SpecVersion
from mcptest.wire.limits import Limits
from mcptest.wire.target import HttpTarget, StdioTarget

MOCK = "mock"
REAL = ("mcp 1.x", "mcp 2.x", "FastMCP", "TypeScript 1.x", "TypeScript 2.x")
_LIMITS = Limits(timeout=10.0, grace=1.0)


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
        if self.transport == "memory":
            return self.place.grade(middle), middle.made
        if self.transport == "stdio":
            name = change.name if change else ""
            command = stdio_command(name, self.version, self.place) if name else self.place
            target = StdioTarget(tuple(command))
            return grade(target, self.version, {}, _LIMITS), 1
        with http_between(self.place, middle) as url:
            return grade(HttpTarget(url), self.version, {}, _LIMITS), middle.made

    def changes(self) -> list[Change]:
        return [
            change
            for change in legal_changes(self.version).values()
            if change.fits(self.version, self.transport)
        ]


def try_legal(ground: Ground, change: Change, before: Verdicts) -> Outcome:
    """One trial; what seems to have moved is looked at once more, against a busy machine."""
    after, made = ground.grade(change)
    allowed = allowed_for(change.name)
    good, how, rules = judge_legal(change, before, after, allowed)
    if not good and ground.transport != "memory":
        after, made = ground.grade(change)
        good, how, rules = judge_legal(change, before, after, allowed)
    return Outcome(
        change=change.name,
        server=ground.server,
        revision=ground.version.value,
        transport=ground.transport,
        good=good,
        how=how if made or not good or _counts_nothing(change) else "unreached",
        why=change.why,
        rules=rules,
    )


def _counts_nothing(change: Change) -> bool:
    return change.name.startswith("JSON text")


@contextmanager
def ground_of(server: str, transport: str, version: SpecVersion) -> Iterator[Ground]:
    """The server, running for as long as it is needed."""
    if transport == "memory":
        yield Ground(server, transport, version, Scene("healthy", version))
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
