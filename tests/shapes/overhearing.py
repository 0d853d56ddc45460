"""A server in memory that remembers everything that was said, by connection."""

from __future__ import annotations

import json

from mcptest.mock.memory import memory_target
from mcptest.wire.target import MemoryTarget


class Ear:
    """One end of a pipe that listens along both ways."""

    def __init__(self, pipe):
        self._pipe = pipe
        self.heard, self.asked = [], {}

    async def receive(self):
        raw = await self._pipe.receive()
        if raw is not None:
            self.heard.append(raw)
        return raw

    async def send(self, raw):
        message = json.loads(raw)
        if isinstance(message, dict) and "method" in message and "id" in message:
            self.asked[message["id"]] = message["method"]
        await self._pipe.send(raw)


def overheard(mock):
    """A target, and an ear for each connection that was made to it."""
    ears = []

    async def serve(pipe):
        ears.append(Ear(pipe))
        await memory_target(mock).serve(ears[-1])

    return MemoryTarget(serve), ears
