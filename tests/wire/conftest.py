"""Peers for the wire: scripted processes that must leave nothing behind, and memory servers."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.tagged import new_tag, tagged

from mcptest.wire.limits import Limits
from mcptest.wire.target import MemoryTarget, StdioTarget

PEER = str(Path(__file__).parents[1] / "servers" / "stdio_peer.py")


@pytest.fixture
def peer():
    """``peer("crash")`` is a target in that mode; afterwards no process of it may be left."""
    tag = new_tag()

    def make(mode: str, **more) -> StdioTarget:
        return StdioTarget((sys.executable, "-S", "-E", PEER, mode, tag), **more)

    yield make
    assert tagged(tag) == []


@pytest.fixture
def quick() -> Limits:
    """Limits for tests that must run into one of them."""
    return Limits(timeout=0.4, grace=0.3, message=1024 * 1024)


@pytest.fixture
def serving():
    """``serving(reply)``: a memory server that sends what ``reply(message)`` returns."""

    def make(reply: Callable[[dict], list]) -> MemoryTarget:
        async def serve(pipe) -> None:
            while (raw := await pipe.receive()) is not None:
                for out in reply(json.loads(raw)):
                    await pipe.send(out if isinstance(out, bytes) else json.dumps(out).encode())

        return MemoryTarget(serve)

    return make


@pytest.fixture
def run():
    """Run a coroutine in a loop of its own, never longer than a test may take."""

    def runner(coroutine):
        async def bounded():
            async with asyncio.timeout(20):
                return await coroutine

        return asyncio.run(bounded())

    return runner
