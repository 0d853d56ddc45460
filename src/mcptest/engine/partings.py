"""Sessions that are closed in the background, since nobody judges them by how they end."""

from __future__ import annotations

import asyncio

from mcptest.wire.link import Closing, process_link
from mcptest.wire.session import Session

_GRACE = 0.5  # seconds for a process to end by itself


class Partings:
    """The next case need not wait for a slow process; the end of the run does."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Closing]] = set()

    async def part_with(self, session: Session, *, wait: bool) -> None:
        """Close it; one over HTTP, or where ``wait`` says so, before this returns."""
        link = process_link(session.link)
        if link is None or wait:
            await session.close()
            return
        link.allow(min(_GRACE, session.limits.grace))
        closing = asyncio.ensure_future(session.close())
        self._under_way.add(closing)
        closing.add_done_callback(self._under_way.discard)

    async def finish(self) -> None:
        await asyncio.gather(*self._under_way)
