"""Restart servers when their files change."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress

from mcptest.errors import McptestError
from mcptest.ui.hub import Hub
from mcptest.wire.target import StdioTarget


async def restart_on_change(hub: Hub, changes: AsyncIterator[object]) -> None:
    """Until the changes end: a server that somebody connected to gets a new process each time.

    One that does not start, because it is half written, is tried again at the next change.
    """
    async for _change in changes:
        for live in hub.servers.values():
            if live.wanted and isinstance(live.offered.spec.target, StdioTarget):
                live.note("a file changed; mcptest starts the server again")
                with suppress(McptestError):  # the page shows what is wrong
                    await live.connect(live.revision)
