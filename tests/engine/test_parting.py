"""The end of a process that one case had to itself: nobody waits for it but the end of the run."""

import asyncio
import sys
import time
from pathlib import Path

from tests.tagged import new_tag, tagged

from mcptest.engine.connect import Connections
from mcptest.engine.server import Server
from mcptest.wire.limits import Limits
from mcptest.wire.target import StdioTarget

PEER = str(Path(__file__).parents[1] / "servers" / "stdio_peer.py")
LIMITS = Limits(timeout=10.0, grace=20.0)


def test_the_next_case_does_not_wait_for_a_process_that_stays():
    tag = new_tag()
    target = StdioTarget((sys.executable, "-S", "-E", PEER, "ignores-eof", tag))

    async def body():
        connections = Connections({"s": Server("s", target, limits=LIMITS)}, lambda _event: None)
        session = await connections.open_own("s", None, None)
        begun = time.monotonic()
        await connections.partings.part_with(session, wait=False)
        still_there = bool(tagged(tag))
        await connections.close_all()
        return still_there, time.monotonic() - begun

    async def bounded():
        async with asyncio.timeout(25):
            return await body()

    still_there, ended = asyncio.run(bounded())
    assert still_there
    assert ended < LIMITS.grace  # the grace of a session that is judged by how it ends
    assert tagged(tag) == []
