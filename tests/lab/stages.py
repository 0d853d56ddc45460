"""Where a change is tried: a right server in memory, behind a pipe, or behind an address."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.compliance.peer import corpora, grade_mock, healthy
from tests.lab.change import Answer, Middle, Pause
from tests.lab.interpose import Conversation

from mcptest.mock.memory import memory_target
from mcptest.mock.overrides.read import parse_overrides
from mcptest.mock.server import MockServer
from mcptest.model.finding import Finding
from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.limits import Limits
from mcptest.wire.target import MemoryTarget, Target

LIMITS = Limits(timeout=2.0, grace=0.2)
IMPATIENT = Limits(timeout=0.4, grace=0.2)  # where a fault keeps answers from being heard
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Verdict:
    """What one rule came to."""

    status: Status
    reason: str = ""
    said: str = ""


@dataclass(frozen=True)
class Scene:
    """A right server in memory: overrides of the healthy mock, and the hints that it needs."""

    name: str
    version: SpecVersion
    overrides: Sequence[Any] = ()
    hints: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = LIMITS

    def grade(self, middle: Middle) -> dict[str, Verdict]:
        target = between(self.server(), middle)
        return grade(target, self.version, self.hints, self.limits)

    def server(self) -> MemoryTarget:
        overrides = parse_overrides(list(self.overrides))
        return memory_target(MockServer(healthy(), version=self.version, overrides=overrides))


def grade(
    target: Target, version: SpecVersion, hints: Mapping[str, Any], limits: Limits
) -> dict[str, Verdict]:
    """Every rule of the revision on this target."""
    cases = grade_mock(list(corpora()[version]), target, version, hints, limits=limits)
    titles = {rule.id: rule.title for rule in corpora()[version]}
    return {
        rule: Verdict(
            case.status,
            case.skip.reason.value if case.skip else "",
            " | ".join([titles[rule], *map(_told, case.findings)]),
        )
        for rule, case in cases.items()
    }


def _told(found: Finding) -> str:
    """All that a reader of the finding sees."""
    return f"{found.message} {found.pointer} {found.expected} {found.actual}"


def between(target: MemoryTarget, middle: Middle) -> MemoryTarget:
    """The same server with the middle in every connection."""

    async def serve(pipe) -> None:
        await target.serve(_Pipe(pipe, Conversation(middle)))

    return MemoryTarget(serve)


class _Pipe:
    """The server's end, as the middle lets it be seen."""

    def __init__(self, pipe, conversation: Conversation) -> None:
        self._pipe = pipe
        self._conversation = conversation

    async def receive(self) -> bytes | None:
        while (raw := await self._pipe.receive()) is not None:
            heard = self._conversation.hear(raw)
            if isinstance(heard, Answer):
                spelt = self._conversation.middle.spell(heard.message)
                await self._pipe.send(spelt)
            elif heard is not None:
                return heard
        return None

    async def send(self, raw: bytes) -> None:
        for out in self._conversation.said(raw):
            if isinstance(out, Pause):
                await asyncio.sleep(out.seconds)
            else:
                await self._pipe.send(out)


def stdio_command(
    changes: Sequence[str], version: SpecVersion, command: Sequence[str]
) -> tuple[str, ...]:
    """The command that runs a server with changes by name in front of it."""
    arguments = json.dumps([list(changes), version.value, *command])
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from tests.lab.stdio_proxy import main\n"
        f"main({arguments})"
    )
    return (sys.executable, "-c", code)


@contextmanager
def http_between(url: str, middle: Middle) -> Iterator[str]:
    """The address of a proxy with the middle in it."""
    from tests.lab.http_proxy import proxy

    yield proxy().put(url, middle)
