"""One conversation for every probe that may upset a server, used by one rule at a time.

A process of its own for each probe would cost a start of the server each time. A rule that leaves
the conversation dead or mute gets it replaced, so that the next rule finds a good one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
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
