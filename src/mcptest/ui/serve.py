"""Listen on loopback for the page, until a signal comes or the parent ends."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from mcptest.errors import UsageError
from mcptest.ui.application import PageApplication
from mcptest.ui.door import Door
from mcptest.ui.hub import Hub
from mcptest.wire.uninterrupted import uninterrupted

if TYPE_CHECKING:
    import uvicorn

ADDRESS: Final = "127.0.0.1"


def require_listener() -> None:
    """Raises: UsageError where the extra is not installed."""
    try:
        import h11  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        words = "mcptest ui requires the http extra, which is not installed"
        raise UsageError("extra-missing", words, hint="pip install 'mcptest[http]'") from None


async def serve_page(make: Callable[[], Hub], *, port: int, ready: Callable[[Door], None]) -> None:
    """Serve until cancelled; every server, call and run ends with it.

    Raises: UsageError where the port cannot be had.
    """
    from mcptest.mock.http.listen import listen, uvicorn_server, watch_parent

    listener = listen(ADDRESS, port)
    hub = make()
    door = Door(listener.getsockname()[1])
    server = uvicorn_server(PageApplication(hub, door))
    with _own_signals(server):
        serving = asyncio.ensure_future(server.serve(sockets=[listener]))
        threading.Thread(target=watch_parent, args=(os.getppid(),), daemon=True).start()
        try:
            ready(door)
            await asyncio.shield(serving)
        finally:
            await uninterrupted(_close(hub, server, serving))


async def _close(hub: Hub, server: uvicorn.Server, serving: asyncio.Future[None]) -> None:
    server.should_exit = True
    await hub.close()
    await serving


@contextmanager
def _own_signals(server: uvicorn.Server) -> Iterator[None]:
    """Signals reach us as a cancellation, so uvicorn must not take them."""

    @contextmanager
    def leave() -> Iterator[None]:
        yield

    server.capture_signals = leave  # type: ignore[method-assign]
    yield
