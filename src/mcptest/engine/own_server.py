"""A separate server for one case, restarted when a bad request breaks it."""

from __future__ import annotations

from mcptest.engine.context import Context
from mcptest.wire.session import Session


class OwnServer:
    """What dies or hangs here takes no other case along."""

    def __init__(self, context: Context, *, alone: bool = True) -> None:
        """``alone``: a new server for this case; else one that an earlier case left well."""
        self._context = context
        self._alone = alone
        self._session: Session | None = None
        self.starts = 0

    @property
    def restarts(self) -> int:
        return max(0, self.starts - 1)

    async def session(self) -> Session:
        """The running one, or a new one.

        Raises: TargetError when it does not come back.
        """
        if self._session is not None and not self._session.alive():
            await self.discard()
        if self._session is None:
            context = self._context
            self._session = await (context.fresh() if self._alone else context.borrowed())
            self.starts += 1
        return self._session

    async def discard(self) -> None:
        """End it now: the next request gets a new one."""
        if self._session is not None:
            session, self._session = self._session, None
            await session.close()
            self._context.connections.blame_exit(self._context.server, session)
            session.transcript.forget()
