"""End a server and everything that it started, in a bounded time."""

from __future__ import annotations

import asyncio
import signal
from typing import Literal

from mcptest.wire.household import AFTER_KILL
from mcptest.wire.limits import Limits
from mcptest.wire.link import Closing
from mcptest.wire.process import ServerProcess

_SIGKILL = getattr(signal, "SIGKILL", signal.SIGTERM)


class Shutdown:
    """Close stdin, ask the group to end, kill it, then look who was left behind."""

    def __init__(self, process: ServerProcess, limits: Limits) -> None:
        self._process = process
        self._household = process.household
        self._grace = limits.grace
        self._hurry: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def settled(self, ended: asyncio.Future[None], within: float) -> None:
        """Wait a moment for the end of a server that shows signs of it."""
        both = [ended, self._hurry]
        await asyncio.wait(both, timeout=within, return_when=asyncio.FIRST_COMPLETED)

    def hurry(self) -> None:
        """Leave out the graces: somebody wants to be gone."""
        if not self._hurry.done():
            self._hurry.set_result(None)

    async def run(self) -> Closing:
        process, household = self._process, self._household
        household.look()
        try:
            how = await self._end_leader()
            leaked = await household.finish(patient=not self._hurry.done())
        except BaseException:  # the loop itself is coming down, so nothing can be waited for
            household.kill_all()
            raise
        ending = process.ending()
        await process.release(AFTER_KILL)
        return Closing(how, ending, leaked)

    async def _end_leader(self) -> Literal["eof", "term", "kill", "closed"]:
        process = self._process
        if process.exited.done():
            return "closed"
        process.close_stdin()
        if await self._gone(self._grace):
            return "eof"
        self._household.signal(signal.SIGTERM)
        if await self._gone(self._grace):
            return "term"
        self._household.signal(_SIGKILL)
        await asyncio.wait([process.exited], timeout=AFTER_KILL)
        return "kill"

    async def _gone(self, within: float) -> bool:
        """Wait for the process itself, never for its pipes: a child may hold them."""
        exited, loop = self._process.exited, asyncio.get_running_loop()
        both = [exited, self._hurry]
        deadline = loop.time() + within
        while not exited.done() and (rest := deadline - loop.time()) > 0:
            pause = min(rest, self._household.glance or rest)
            await asyncio.wait(both, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
            self._household.look()  # it may start more meanwhile
            if self._hurry.done():
                break
        return exited.done()
