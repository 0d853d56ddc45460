"""End a server and everything that it started, in a bounded time."""

from __future__ import annotations

import asyncio
import signal
from typing import Literal

from mcptest.wire import tree
from mcptest.wire.limits import Limits
from mcptest.wire.link import Closing
from mcptest.wire.process import ServerProcess

_AFTER_KILL = 1.0
_LEAVE = 0.5  # for helpers of the server that are on their way out
_POLL = 0.02
_SIGKILL = getattr(signal, "SIGKILL", signal.SIGTERM)


class Shutdown:
    """Close stdin, ask the group to end, kill it, then look who was left behind."""

    def __init__(self, process: ServerProcess, limits: Limits) -> None:
        self._process = process
        self._grace = limits.grace
        self._hurry: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def hurry(self) -> None:
        """Leave out the graces: somebody wants to be gone."""
        if not self._hurry.done():
            self._hurry.set_result(None)

    async def run(self) -> Closing:
        process = self._process
        pid = process.pid
        family = tree.descendants(pid)
        try:
            how = await self._end_leader()
            leaked = await self._end_survivors(pid, family)
        except BaseException:  # the loop itself is coming down, so nothing can be waited for
            process.signal_group(_SIGKILL)
            tree.kill(tree.living(family | tree.session_members(pid)))
            raise
        ending = process.ending()
        await process.release(_AFTER_KILL)
        return Closing(how, ending, leaked)

    async def _end_leader(self) -> Literal["eof", "term", "kill", "closed"]:
        process = self._process
        if process.exited.done():
            return "closed"
        process.close_stdin()
        if await self._gone(self._grace):
            return "eof"
        process.signal_group(signal.SIGTERM)
        if await self._gone(self._grace):
            return "term"
        process.signal_group(_SIGKILL)
        await asyncio.wait([process.exited], timeout=_AFTER_KILL)
        return "kill"

    async def _gone(self, within: float) -> bool:
        """Wait for the process itself, never for its pipes: a child may hold them."""
        exited = self._process.exited
        both = [exited, self._hurry]
        await asyncio.wait(both, timeout=within, return_when=asyncio.FIRST_COMPLETED)
        return exited.done()

    async def _end_survivors(self, pid: int, family: frozenset[tree.Member]) -> int:
        if not family and tree.group_is_empty(pid):
            return 0
        family |= tree.session_members(pid)
        left = await self._wait_for(family, 0 if self._hurry.done() else _LEAVE)
        tree.kill(left)
        await self._wait_for(left, _AFTER_KILL)
        return len(left)

    async def _wait_for(
        self, members: frozenset[tree.Member], within: float
    ) -> frozenset[tree.Member]:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + within
        while (members := tree.living(members)) and loop.time() < deadline:  # noqa: ASYNC110
            await asyncio.sleep(_POLL)  # nobody tells us of a process that is not our child
        return members
