"""Serve the page on loopback until a signal arrives or the parent process ends."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from socket import socket
from typing import TYPE_CHECKING, Final

from mcptest.errors import UsageError
from mcptest.ui.application import PageApplication
from mcptest.ui.apps.frames import FrameApplication
from mcptest.ui.door import Door
from mcptest.ui.hub import Hub
from mcptest.wire.uninterrupted import uninterrupted

if TYPE_CHECKING:
    import uvicorn

ADDRESS: Final = "127.0.0.1"
_LAST_PORT: Final = 65_535


def require_listener() -> None:
    """Raises: UsageError where the extra is not installed."""
    try:
        import h11  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        words = "mcptest ui requires the http extra, which is not installed"
        raise UsageError("extra-missing", words, hint="pip install 'mcptest[http]'") from None


async def serve_page(
    make: Callable[[], Hub],
    *,
    port: int,
    ready: Callable[[Door], None],
    beside: Callable[[Hub], Coroutine[None, None, None]] | None = None,
) -> None:
    """Serve until cancelled; every server, call and run ends with it, and so does ``beside``.

    Raises: UsageError where the port cannot be had.
    """
    from mcptest.mock.http.listen import listen, uvicorn_server, watch_parent

    listener = listen(ADDRESS, port)
    framing = _next_to(port)
    hub = make()
    door = Door(listener.getsockname()[1])
    hub.apps.page, hub.apps.origin = door.origin, f"http://{ADDRESS}:{framing.getsockname()[1]}"
    server = uvicorn_server(PageApplication(hub, door))
    frames = uvicorn_server(FrameApplication(hub.apps))
    with _own_signals(server), _own_signals(frames):
        serving = asyncio.ensure_future(server.serve(sockets=[listener]))
        showing = asyncio.ensure_future(frames.serve(sockets=[framing]))
        threading.Thread(target=watch_parent, args=(os.getppid(),), daemon=True).start()
        extra = asyncio.ensure_future(beside(hub)) if beside is not None else None
        try:
            ready(door)
            await asyncio.shield(serving)
        finally:
            if extra is not None:
                extra.cancel()
            await uninterrupted(_close(hub, {server: serving, frames: showing}))


def _next_to(port: int) -> socket:
    """The listener for frames: on the next port, where a tunnel can expect it, or on any."""
    from mcptest.mock.http.listen import listen

    try:
        return listen(ADDRESS, port + 1 if 0 < port < _LAST_PORT else 0)
    except UsageError:
        return listen(ADDRESS, 0)


async def _close(hub: Hub, servers: dict[uvicorn.Server, asyncio.Future[None]]) -> None:
    for server in servers:
        server.should_exit = True
    await hub.close()
    await asyncio.gather(*servers.values())


@contextmanager
def _own_signals(server: uvicorn.Server) -> Iterator[None]:
    """Signals reach us as a cancellation, so uvicorn must not take them."""

    @contextmanager
    def leave() -> Iterator[None]:
        yield

    server.capture_signals = leave  # type: ignore[method-assign]
    yield
