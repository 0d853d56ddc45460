"""A server process and its three pipes, read continuously within limits."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from typing import cast

from mcptest.wire.limits import Limits
from mcptest.wire.process.group import ProcessGroup
from mcptest.wire.process.stderr import Stderr
from mcptest.wire.reply import Ending

_SETTLE = 0.25  # how long the last bytes of a process that ended may take to arrive
_STDIN, _STDOUT, _STDERR = 0, 1, 2


class ServerProcess(asyncio.SubprocessProtocol):
    """Keeps what comes until somebody attaches, then passes it on; tells the end once."""

    def __init__(self, limits: Limits) -> None:
        loop = asyncio.get_running_loop()
        self.stderr = Stderr(limits)
        self.group: ProcessGroup
        self.exited: asyncio.Future[None] = loop.create_future()
        self.disconnected: asyncio.Future[None] = loop.create_future()
        self.writable = asyncio.Event()
        self.writable.set()
        self._loop = loop
        self._open = {_STDIN, _STDOUT, _STDERR}
        self._queue: list[bytes] = []
        self._queued = 0
        self._corked = False
        self._settling: asyncio.TimerHandle | None = None
        self._over = False
        self._early: list[bytes] = []
        self._on_stdout: Callable[[bytes], None] = self._early.append
        self._on_stderr: Callable[[bytes], None] = lambda _: None
        self._on_deaf: Callable[[], None] = lambda: None
        self._on_end: Callable[[], None] | None = None

    def attach(
        self,
        *,
        on_stdout: Callable[[bytes], None],
        on_stderr: Callable[[bytes], None],
        on_deaf: Callable[[], None] = lambda: None,
        on_end: Callable[[], None],
    ) -> None:
        """Say who takes the output; what came before is given at once."""
        self._on_stdout, self._on_stderr, self._on_end = on_stdout, on_stderr, on_end
        self._on_deaf = on_deaf
        for data in self._early:
            on_stdout(data)
        self._early.clear()
        pipe = cast("asyncio.ReadTransport | None", self._transport.get_pipe_transport(_STDOUT))
        if pipe is not None:
            pipe.set_protocol(_Direct(pipe.get_protocol(), on_stdout))
        if self._over:
            self._loop.call_soon(on_end)

    @property
    def pid(self) -> int:
        return self._transport.get_pid()

    @property
    def listens(self) -> bool:
        return _STDIN in self._open

    @property
    def unread(self) -> int:
        """Bytes that wait on our side because the server does not read."""
        return self._stdin.get_write_buffer_size() + self._queued

    def ending(self) -> Ending:
        """Exit status or signal, both None while it runs, and the last words."""
        status = self._transport.get_returncode()
        words = self.stderr.last_lines()
        if status is None or status >= 0:
            return Ending(status=status, stderr=words)
        try:
            name = signal.Signals(-status).name
        except ValueError:
            name = f"signal {-status}"
        return Ending(signal=name, stderr=words)

    def write(self, raw: bytes) -> None:
        """Send one line, at once or with the others of a corked turn."""
        if self._corked:
            self._queue += (raw, b"\n")
            self._queued += len(raw) + 1
        elif self.listens and not self._stdin.is_closing():
            self._stdin.write(raw + b"\n")

    def cork(self) -> None:
        """Hold writes back until those that are woken now have written: one call for all."""
        if not self._corked:
            self._corked = True
            self._loop.call_soon(self._uncork)

    def close_stdin(self) -> None:
        self._uncork()
        if not self.listens:
            return
        if self._stdin.get_write_buffer_size():
            self._stdin.abort()  # it does not read; an orderly end would never finish
        else:
            self._stdin.close()

    async def release(self, within: float) -> None:
        """Close our ends; a grandchild that holds the other ones does not matter."""
        self._over = True
        if self._settling is not None:
            self._settling.cancel()
        self._transport.close()
        await asyncio.wait([self.disconnected], timeout=within)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.SubprocessTransport", transport)
        pipe = self._transport.get_pipe_transport(_STDIN)
        self._stdin = cast("asyncio.WriteTransport", pipe)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == _STDOUT:
            self._on_stdout(data)
        else:
            self.stderr.feed(data)
            self._on_stderr(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        del exc
        self._open.discard(fd)
        if fd == _STDIN:
            self.writable.set()
            self._on_deaf()
        else:
            self._settle()

    def process_exited(self) -> None:
        if not self.exited.done():
            self.exited.set_result(None)
        self._settle()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if not self.disconnected.done():
            self.disconnected.set_result(None)

    def pause_writing(self) -> None:
        self.writable.clear()

    def resume_writing(self) -> None:
        self.writable.set()

    def _uncork(self) -> None:
        self._corked = False
        if self._queue and self.listens and not self._stdin.is_closing():
            self._stdin.write(b"".join(self._queue))
        self._queue.clear()
        self._queued = 0

    def _settle(self) -> None:
        """The end is told when all is read, or a moment after the first sign of it."""
        if self._over or (not self.exited.done() and _STDOUT in self._open):
            return
        if self.exited.done() and self._open <= {_STDIN}:
            self._tell_end()
        elif self._settling is None:
            self._settling = self._loop.call_later(_SETTLE, self._tell_end)

    def _tell_end(self) -> None:
        if self._settling is not None:
            self._settling.cancel()
        if not self._over:
            self._over = True
            if self._on_end is not None:
                self._on_end()


class _Direct(asyncio.Protocol):
    """Takes the bytes of a pipe without the extra turn of the loop that asyncio makes."""

    def __init__(self, usual: asyncio.BaseProtocol, receive: Callable[[bytes], None]) -> None:
        self._usual = usual
        self._receive = receive

    def data_received(self, data: bytes) -> None:
        self._receive(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._usual.connection_lost(exc)
