"""Serve a mock over Streamable HTTP on one socket, until it is told to stop."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from mcptest.errors import UsageError
from mcptest.mock.http.asgi import Application, Receive, Scope, Send
from mcptest.mock.http.endpoint import PATH, HttpMock
from mcptest.mock.http.guard import Guard, is_loopback
from mcptest.mock.server import MockServer

if TYPE_CHECKING:
    import uvicorn

Asgi: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]
HEADER_BYTES: Final = 64 * 1024
CONNECTIONS: Final = 64
HEADER_SECONDS: Final = 30.0
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - only where a broken server is asked for


def serve_http(server: MockServer, host: str, port: int) -> None:
    """Listen, say where on standard output, and serve until a signal or the parent's end.

    Raises: UsageError where uvicorn is not installed or the address cannot be had.
    """
    if server.book.listens_everywhere and is_loopback(host):
        host = EVERYWHERE
    serve_application(lambda guard: mock_application(server, guard), host, port)


def mock_application(server: MockServer, guard: Guard) -> Application:
    """The application of a mock, once it is known who may talk to it."""
    started = server.start()
    if started and started[-1].exit is not None:
        raise SystemExit(started[-1].exit)
    return Application(HttpMock(server, guard), os._exit)


def serve_application(make: Callable[[Guard], Asgi], host: str, port: int) -> None:
    """The same for any application, which is made once it is known who may talk to it.

    Raises: UsageError where uvicorn is not installed or the address cannot be had.
    """
    _require_uvicorn()
    listener = listen(host, port)
    bound, real_port = listener.getsockname()[:2]
    if not is_loopback(bound):
        sys.stderr.write(f"warning: {host} is reachable from other machines\n")
    application = make(Guard(host, real_port, bound=bound))
    sys.stdout.write(f"listening on http://{_bracketed(host)}:{real_port}{PATH}\n")
    sys.stdout.flush()
    threading.Thread(target=watch_parent, args=(os.getppid(),), daemon=True).start()
    uvicorn_server(application).run(sockets=[listener])


def _require_uvicorn() -> None:
    try:
        import uvicorn  # noqa: F401
    except ImportError:
        words = "serving over HTTP requires the http extra, which is not installed"
        raise UsageError("extra-missing", words, hint="pip install 'mcptest[http]'") from None


def listen(host: str, port: int) -> socket.socket:
    """A socket that already takes connections.

    Raises: UsageError.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # With the protocol named, asyncio sends small writes at once; else each response waits
        # 40 ms for the client to acknowledge its head.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen(CONNECTIONS)
        except OSError:
            listener.close()
            raise
    except OSError as trouble:
        words = f"cannot listen on {host}:{port}: {trouble.strerror or trouble}"
        raise UsageError(
            "mock-cannot-listen", words, hint="use port 0 to choose a free port"
        ) from None
    return listener


def uvicorn_server(application: Asgi) -> uvicorn.Server:
    """A quiet server with our limits."""
    import uvicorn

    from mcptest.mock.http.protocol import bounded_protocol

    config = uvicorn.Config(
        application,
        http=bounded_protocol(HEADER_SECONDS, HEADER_BYTES),
        ws="none",
        lifespan="off",
        loop="asyncio",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=HEADER_BYTES,
        limit_concurrency=CONNECTIONS + 1,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def watch_parent(parent: int) -> None:
    """End when the process that started us is gone: nobody would stop us then."""
    while parent > 1:
        time.sleep(1)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGTERM)
            return
