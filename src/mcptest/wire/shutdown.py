"""End a server and everything that it started, in a bounded time."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import Literal

from mcptest.wire import tree
from mcptest.wire.limits import Limits
from mcptest.wire.link import Closing
from mcptest.wire.process import ServerProcess

_AFTER_KILL = 1.0
_LEAVE = 0.5  # for helpers of the server that are on their way out
_POLL = 0.01
_SIGKILL = getattr(signal, "SIGKILL", signal.SIGTERM)


class Shutdown:
    """Close stdin, ask the group to end, kill it, then look who was left behind."""

    def __init__(self, process: ServerProcess, limits: Limits) -> None:
        self._process = process
        self._grace = limits.grace
        self._family: frozenset[tree.Member] = frozenset()
        self._hurry: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def hurry(self) -> None:
        """Leave out the graces: somebody wants to be gone."""
        if not self._hurry.done():
            self._hurry.set_result(None)

    async def run(self) -> Closing:
        process = self._process
        pid = process.pid
        self._family = tree.descendants(pid)
        try:
            how = await self._end_leader()
            leaked = await self._end_survivors(pid, self._family)
        except BaseException:  # the loop itself is coming down, so nothing can be waited for
            process.signal_group(_SIGKILL)
            tree.kill(tree.living(self._family | tree.session_members(pid)))
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
        self._signal(signal.SIGTERM)
        if await self._gone(self._grace):
            return "term"
        self._signal(_SIGKILL)
        await asyncio.wait([process.exited], timeout=_AFTER_KILL)
        return "kill"

    def _signal(self, number: int) -> None:
        """Hold the group still while we look, so that nobody is started behind our back."""
        process = self._process
        if sys.platform != "win32":
            process.signal_group(signal.SIGSTOP)
            self._family |= tree.descendants(process.pid)
        process.signal_group(number)
        if sys.platform != "win32":
            process.signal_group(signal.SIGCONT)

    async def _gone(self, within: float) -> bool:
        """Wait for the process itself, never for its pipes: a child may hold them."""
        exited, loop = self._process.exited, asyncio.get_running_loop()
        both = [exited, self._hurry]
        deadline = loop.time() + within
        while not exited.done() and loop.time() < deadline:
            await asyncio.wait(both, timeout=_POLL, return_when=asyncio.FIRST_COMPLETED)
            self._family |= tree.descendants(self._process.pid)  # it may start more meanwhile
            if self._hurry.done():
                break
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
