"""The end of a process that one case had to itself: it gets less time than one that is judged."""

import asyncio
import sys
import time
from pathlib import Path

from tests.tagged import new_tag, tagged

from mcptest.engine.connect import Connections
from mcptest.engine.context import part_with
from mcptest.engine.server import Server
from mcptest.wire.limits import Limits
from mcptest.wire.target import StdioTarget

PEER = str(Path(__file__).parents[1] / "servers" / "stdio_peer.py")
LIMITS = Limits(timeout=10.0, grace=20.0)


def test_a_process_that_ignores_the_end_of_its_input_is_not_waited_for_long():
    tag = new_tag()
    target = StdioTarget((sys.executable, "-S", "-E", PEER, "ignores-eof", tag))

    async def body():
        connections = Connections({"s": Server("s", target, limits=LIMITS)}, lambda _event: None)
        session = await connections.open_own("s", None, None)
        begun = time.monotonic()
        await part_with(session)
        took = time.monotonic() - begun
        await connections.close_all()
        return took

    async def bounded():
        async with asyncio.timeout(25):
            return await body()

    assert asyncio.run(bounded()) < LIMITS.grace
    assert tagged(tag) == []
