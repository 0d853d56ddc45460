"""A context for one rule at a time: the mock in memory, sessions that the test closes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import mcptest.compliance
from mcptest.compliance.cases import examine
from mcptest.compliance.examination import Examination
from mcptest.compliance.rule import Rule
from mcptest.engine.case import Observation
from mcptest.mock.definition import MockDefinition
from mcptest.mock.load import load_definition
from mcptest.mock.memory import memory_target
from mcptest.mock.override_data import parse_overrides
from mcptest.mock.server import MockServer
from mcptest.model.json import Json
from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Gate
from mcptest.safety.policy import ExecutionPolicy
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.session import Session, open_session
from mcptest.wire.target import Target

HEALTHY = Path(mcptest.compliance.__file__).parent / "healthy.yaml"
LIMITS = Limits(timeout=2.0, grace=0.5)


class OneContext:
    """What the engine would give, for one server that is opened on first use."""

    def __init__(self, target: Target, version: SpecVersion) -> None:
        self.server = "healthy"
        self.target = target
        self.limits = LIMITS
        self.gate = Gate(ExecutionPolicy(call_delay=0))
        self.notes: list[str] = []
        self._version = version
        self._shared: Session | None = None
        self._opened: list[Session] = []

    async def session(self) -> Session:
        if self._shared is None or not self._shared.alive():
            self._shared = await self.fresh(version=self._version)
        return self._shared

    async def fresh(
        self, *, version: SpecVersion | None = None, client: ClientSide | None = None
    ) -> Session:
        session = await open_session(
            self.target, version=version or self._version, limits=self.limits, client=client
        )
        self._opened.append(session)
        return session

    async def tools(self) -> tuple[ToolDescriptor, ...]:
        listing = await (await self.session()).list_all("tools")
        return tuple(ToolDescriptor.from_json(item) for item in listing.items)

    def note(self, text: str) -> None:
        self.notes.append(text)

    async def close(self) -> None:
        for session in self._opened:
            await session.close()


@cache
def healthy() -> MockDefinition:
    return load_definition(HEALTHY)


def mock_target(overrides: Sequence[Json], version: SpecVersion) -> Target:
    server = MockServer(healthy(), version=version, overrides=parse_overrides(list(overrides)))
    return memory_target(server)


@asynccontextmanager
async def context(target: Target, version: SpecVersion) -> AsyncIterator[OneContext]:
    ctx = OneContext(target, version)
    try:
        yield ctx
    finally:
        await ctx.close()


async def look(
    rules: Sequence[Rule], target: Target, version: SpecVersion, hints: Mapping[str, Json]
) -> dict[str, Observation]:
    exam = Examination(version, hints)
    async with context(target, version) as ctx:
        return {rule.id: await examine(rule, exam, ctx) for rule in rules}


def observe(
    rule: Rule, overrides: Sequence[Json], version: SpecVersion, hints: Mapping[str, Json]
) -> Observation:
    """The rule on the healthy mock with these overrides, in memory."""
    target = mock_target(overrides, version)
    return asyncio.run(look([rule], target, version, hints))[rule.id]
