"""One session for probes that may upset a server, used by one rule at a time.

A separate process for each probe would cost a server start each time. If a rule leaves the session
dead or unresponsive, it is replaced, so that the next rule finds a working one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from mcptest.engine.connect import BAD_INPUT
from mcptest.engine.context import Context
from mcptest.wire.session import Session

if TYPE_CHECKING:
    from mcptest.compliance.observe.examination import Examination


class Scratch:
    """The conversation, opened when it is first needed."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._session: Session | None = None
        self._users: set[str] = set()
        self._free = asyncio.Event()

    def expect(self, users: Iterable[str]) -> None:
        """The rules that will use it; until the last has left it, nobody else should."""
        self._users = set(users)

    def leave(self, user: str) -> None:
        self._users.discard(user)
        if not self._users:
            self._free.set()

    async def free(self) -> None:
        """Wait until no rule needs it any more."""
        if self._users:
            await self._free.wait()

    @asynccontextmanager
    async def use(self, exam: Examination, ctx: Context) -> AsyncIterator[Session]:
        """Nobody else speaks on it meanwhile, so what arrives belongs to the user."""
        async with self._lock:
            session = await self._ready(exam, ctx)
            silences = exam.silences
            try:
                yield session
            finally:
                if exam.silences > silences:
                    self._session = None
                    await session.close()
                else:
                    self._lend(session, exam, ctx)

    async def _ready(self, exam: Examination, ctx: Context) -> Session:
        mine = self._session
        if mine is None or not (self._is_ours(mine, ctx) and mine.alive()):
            mine = await ctx.connections.open_kept(ctx.server, exam.version, BAD_INPUT)
            exam.remember(mine.transcript, probed=True)
        self._session = mine
        return mine

    def _lend(self, session: Session, exam: Examination, ctx: Context) -> None:
        """Let features that come after the rules have the process, which costs a start.

        The rules do not see what is said then.
        """
        seen = session.transcript
        if session.link.transport.process:
            ctx.connections.give_back(ctx.server, session, lambda: exam.freeze(seen))

    def _is_ours(self, session: Session, ctx: Context) -> bool:
        lent = session.link.transport.process
        return not lent or ctx.connections.take_back(ctx.server, session)
