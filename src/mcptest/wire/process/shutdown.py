"""Stop a server and its process tree within a time limit."""

from __future__ import annotations

import asyncio
import signal
from typing import Literal

from mcptest.wire.limits import Limits
from mcptest.wire.link import Closing
from mcptest.wire.process import tree
from mcptest.wire.process.group import AFTER_KILL
from mcptest.wire.process.pipes import ServerProcess

_WINDOW = 0.5  # seconds in which a process that is ending does some work
_SHARE = 0.05  # of the window, of one processor; a timer that ticks does less
_MOST_WORK = 2  # graces of processor time, which a busy machine does not shorten
_LONGEST = 10.0  # seconds
_NEWS = 5.0  # seconds until a supervisor on a busy machine has told us of an end
_SIGKILL = getattr(signal, "SIGKILL", signal.SIGTERM)


class Shutdown:
    """Close stdin, ask the group to end, kill it, then look who was left behind."""

    def __init__(self, process: ServerProcess, limits: Limits) -> None:
        self._process = process
        self._group = process.group
        self.grace = limits.grace
        self._hurry: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._busy = False
        self._talking = False
        self._judged = True

    async def settled(self, ended: asyncio.Future[None], within: float) -> None:
        """Wait a moment for the end of a server that shows signs of it."""
        both = [ended, self._hurry]
        await asyncio.wait(both, timeout=within, return_when=asyncio.FIRST_COMPLETED)

    def is_busy(self) -> None:
        """A call was given up: the server may be at work on it, and not on its end."""
        self._busy = True

    def allow(self, grace: float, *, judged: bool) -> None:
        """Wait so long; no longer than that where nobody judges how it ends."""
        self.grace = grace
        self._judged = judged

    def talks(self) -> None:
        """It still writes: what it works on is not its end."""
        self._talking = True

    def hurry(self) -> None:
        """Leave out the graces: somebody wants to be gone."""
        if not self._hurry.done():
            self._hurry.set_result(None)

    async def run(self) -> Closing:
        process, group = self._process, self._group
        group.look()
        try:
            how = await self._end_leader()
            leaked = await group.finish(patient=not self._hurry.done())
        except BaseException:  # the loop itself is coming down, so nothing can be waited for
            group.kill_all()
            raise
        ending = process.ending()
        await process.release(AFTER_KILL)
        return Closing(how, ending, leaked, disturbed=self._busy or self._hurry.done())

    async def _end_leader(self) -> Literal["eof", "term", "kill", "closed"]:
        process = self._process
        if process.exited.done():
            return "closed"
        process.close_stdin()
        grace = min(_WINDOW, self.grace) if self._busy else self.grace
        if await self._gone(grace) or await self._ends_slowly() or await self._has_ended():
            return "eof"
        self._group.signal(signal.SIGTERM)
        if await self._gone(self.grace) or (self._starved() and await self._ends_slowly()):
            return "term"
        self._group.signal(_SIGKILL)
        await asyncio.wait([process.exited], timeout=AFTER_KILL)
        return "kill"

    async def _ends_slowly(self) -> bool:
        """Wait on while it works: how fast the machine is must not decide how a server ended."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _LONGEST
        window = min(_WINDOW, self.grace)
        first = before = tree.processor_seconds(self._process.pid) or 0.0
        while self._may_be_ending(before - first) and loop.time() < deadline:
            if await self._gone(window):
                return True
            now = tree.processor_seconds(self._process.pid) or 0.0
            if now - before < _SHARE * window and not self._starved():
                break
            before = now
        return self._process.exited.done()

    async def _has_ended(self) -> bool:
        """Whether the system knows of its end already; wait for the news of it, which is late."""
        if tree.is_running(self._process.pid):
            return False
        both = [self._process.exited, self._hurry]
        await asyncio.wait(both, timeout=_NEWS, return_when=asyncio.FIRST_COMPLETED)
        return True

    def _starved(self) -> bool:
        """Whether it would go on if the machine let it."""
        return tree.wants_processor(self._process.pid)

    def _may_be_ending(self, worked: float) -> bool:
        otherwise = self._busy or self._talking or not self._judged or self._hurry.done()
        return not otherwise and worked < _MOST_WORK * self.grace

    async def _gone(self, within: float) -> bool:
        """Wait for the process itself, never for its pipes: a child may hold them."""
        exited, loop = self._process.exited, asyncio.get_running_loop()
        both = [exited, self._hurry]
        deadline = loop.time() + within
        while not exited.done() and (rest := deadline - loop.time()) > 0:
            pause = min(rest, self._group.glance or rest)
            await asyncio.wait(both, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
            self._group.look()  # it may start more meanwhile
            if self._hurry.done():
                break
        return exited.done()
