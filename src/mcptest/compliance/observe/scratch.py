"""One conversation for every probe that may upset a server, used by one rule at a time.

A process of its own for each probe would cost a start of the server each time. A rule that leaves
the conversation dead or mute gets it replaced, so that the next rule finds a good one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

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

    async def _ready(self, exam: Examination, ctx: Context) -> Session:
        if self._session is None or not self._session.alive():
            self._session = await ctx.connections.open_kept(ctx.server, exam.version)
            exam.remember(self._session.transcript, probed=True)
        return self._session
