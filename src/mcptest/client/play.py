"""Play one scenario with one client, and return its log."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from mcptest.client.access import Access, steps_document
from mcptest.client.log import ClientLog
from mcptest.client.scenario import Scenario
from mcptest.client.serve.endpoint import Endpoint
from mcptest.client.serve.stdio import StdioDesk
from mcptest.client.stage import SILENCE, ScenarioStage
from mcptest.client.starting import ClientEnding, Starter
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion

SECONDS = 30.0


@record
class Showing:
    """One scenario at one revision over one transport."""

    scenario: Scenario
    version: SpecVersion
    transport: str
    seconds: float = SECONDS
    silence_limit: float = SILENCE
    port: int = 0  # where to listen over HTTP; 0 takes a free one

    @property
    def name(self) -> str:
        return f"{self.scenario.name} over {'stdio' if self.transport == 'stdio' else 'HTTP'}"


async def play(showing: Showing, starter: Starter) -> tuple[ClientLog, ClientEnding]:
    """Run the client against the scenario.

    Raises: TargetStartError where it cannot be started.
    """
    async with staged(showing) as (stage, access):
        ending = await starter.run(access, showing.seconds)
        log = stage.log
    log.steps = ending.steps
    log.happened(
        "ended",
        status=ending.status,
        signal=ending.signal,
        stopped=ending.stopped or ending.by_hand or ending.left > 0,
    )
    return log, ending


@asynccontextmanager
async def staged(showing: Showing) -> AsyncIterator[tuple[ScenarioStage, Access]]:
    """The scenario, ready for a client; closed whatever happens."""
    stage = ScenarioStage(
        showing.scenario, showing.version, showing.transport, silence_limit=showing.silence_limit
    )
    with tempfile.TemporaryDirectory(prefix="mcptest-client-") as folder:
        if showing.transport == "stdio":
            desk = StdioDesk(stage)
            await desk.open()
            steps = steps_document(showing.scenario, showing.version, command=desk.command)
            access = Access(steps, Path(folder), command=desk.command)
            close = desk.close
        else:
            endpoint = Endpoint(stage)
            await endpoint.open(showing.port)
            steps = steps_document(showing.scenario, showing.version, url=endpoint.url)
            access = Access(steps, Path(folder), url=endpoint.url)
            close = endpoint.listener.close
        access.write()
        try:
            yield stage, access
        finally:
            await close()
            await stage.close()
