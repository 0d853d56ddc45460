"""A mock in the same process, as a target for a session."""

from __future__ import annotations

import asyncio

from mcptest.mock.manifest.definition import MockDefinition
from mcptest.mock.overrides.draft import Out, bursts
from mcptest.mock.server import MockServer
from mcptest.model.json import MISSING
from mcptest.wire.codec import encode
from mcptest.wire.target import MemoryPipe, MemoryTarget


def memory_target(mock: MockDefinition | MockServer) -> MemoryTarget:
    """A definition gives a new server to every connection; a server is shared by all."""

    async def serve(pipe: MemoryPipe) -> None:
        server = mock if isinstance(mock, MockServer) else MockServer(mock)
        if not await _send(pipe, server.start()):
            return
        connection = server.connect()
        later: set[asyncio.Task[bool]] = set()
        try:
            while (raw := await pipe.receive()) is not None:
                first, *rest = bursts(connection.receive(raw)) or [[]]
                if not await _send(pipe, first):
                    return
                if rest:  # what comes long after an answer holds up no other
                    task = asyncio.create_task(_send(pipe, [out for outs in rest for out in outs]))
                    later.add(task)
        finally:
            for task in later:
                task.cancel()
            await asyncio.gather(*later, return_exceptions=True)

    return MemoryTarget(serve)


async def _send(pipe: MemoryPipe, outs: list[Out]) -> bool:
    """Whether the server lives on."""
    for out in outs:
        if out.delay_ms:
            await asyncio.sleep(out.delay_ms / 1000)
        if out.raw is not None:
            await pipe.send(out.raw)
        if out.message is not MISSING:
            await pipe.send(encode(out.message))
        if out.exit is not None:
            return False
    return True
