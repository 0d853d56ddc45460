"""A server below a supervisor, as an asyncio subprocess: pipes, pid, exit status."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from contextlib import suppress
from functools import partial
from typing import Any, BinaryIO, cast

from mcptest.wire.process import tree
from mcptest.wire.process.group import AFTER_KILL, LEAVE, STARVED
from mcptest.wire.process.supervisor import FINISH, KILL, Launch, start_supervisor

_STDIN, _STDOUT, _STDERR = 0, 1, 2
_SURPLUS = 3.0  # what a supervisor may take beyond its bounds on a busy machine
_POLL = 0.001
_PIPE = 64 * 1024  # what a pipe holds; the loop's own 256 KiB are mapped and unmapped at each read


async def start_supervised(
    protocol: asyncio.SubprocessProtocol,
    command: tuple[str, ...],
    *,
    program: str,
    environment: dict[str, str],
    cwd: str | None,
) -> SupervisedProcess:
    """Fork a supervisor, let it start the server, and connect our ends of the three pipes.

    Raises: OSError, ValueError.
    """
    ours, theirs = _pipes()
    kept = None
    try:
        kept = SupervisedProcess(protocol, Launch(command, program, environment, cwd, theirs))
        await kept.started
        await kept.connect(*ours)
    except BaseException:
        if kept is not None:
            kept.kill_all()
            kept.close()
        for file in ours:
            file.close()
        raise
    finally:
        for descriptor in theirs:
            os.close(descriptor)
    return kept


def _pipes() -> tuple[tuple[BinaryIO, BinaryIO, BinaryIO], tuple[int, int, int]]:
    """Our ends, and those of the server."""
    (read_in, write_in), (read_out, write_out), (read_err, write_err) = (
        os.pipe() for _ in (_STDIN, _STDOUT, _STDERR)
    )
    ours = (
        os.fdopen(write_in, "wb", 0),
        os.fdopen(read_out, "rb", 0),
        os.fdopen(read_err, "rb", 0),
    )
    return cast("tuple[BinaryIO, BinaryIO, BinaryIO]", ours), (read_in, write_out, write_err)


class SupervisedProcess(asyncio.SubprocessTransport):
    """Our end of the line to a supervisor; what it tells becomes calls of the protocol."""

    glance: float | None = None

    def __init__(self, protocol: asyncio.SubprocessProtocol, launch: Launch) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self.started: asyncio.Future[None] = self._loop.create_future()
        self._gone: asyncio.Future[None] = self._loop.create_future()
        self._protocol = protocol
        self._pipes: dict[int, asyncio.BaseTransport] = {}
        self._pid = 0
        self._status: int | None = None
        self._left = 0
        self._heard = b""
        self._supervisor, self._line = start_supervisor(launch)
        self._line.setblocking(False)
        self._loop.add_reader(self._line, self._hear)

    async def connect(self, stdin: BinaryIO, stdout: BinaryIO, stderr: BinaryIO) -> None:
        """Hand our ends of the pipes to the loop."""
        loop, protocol = self._loop, self._protocol
        self._pipes[_STDIN], _ = await loop.connect_write_pipe(
            partial(PipeEnd, _STDIN, protocol), stdin
        )
        for fd, file in ((_STDOUT, stdout), (_STDERR, stderr)):
            make = partial(PipeEnd, fd, protocol)
            self._pipes[fd], _ = await loop.connect_read_pipe(make, file)
            cast("Any", self._pipes[fd]).max_size = _PIPE
        protocol.connection_made(self)

    def get_pid(self) -> int:
        return self._pid

    def get_returncode(self) -> int | None:
        return self._status

    def get_pipe_transport(self, fd: int) -> asyncio.BaseTransport | None:
        return self._pipes.get(fd)

    def close(self) -> None:
        for pipe in self._pipes.values():
            cast("Any", pipe).close()
        self._reap()
        self._loop.call_soon(self._protocol.connection_lost, None)

    def look(self) -> None:
        """The supervisor does not lose sight of anybody."""

    def signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if self._status is None:
                os.killpg(self._pid, number)

    async def finish(self, *, patient: bool) -> int:
        self._say(FINISH if patient else KILL)
        await asyncio.wait([self._gone], timeout=LEAVE + STARVED + AFTER_KILL + _SURPLUS)
        return self._left

    def kill_all(self) -> None:
        self._say(KILL)
        with suppress(OSError):
            self._line.settimeout(AFTER_KILL + _SURPLUS)
            while data := self._line.recv(4096):
                self._take(data)
        self._reap()

    def _say(self, order: bytes) -> None:
        with suppress(OSError):
            self._line.send(order)

    def _hear(self) -> None:
        try:
            data = self._line.recv(4096)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        if data:
            self._take(data)
        else:
            self._reap()

    def _take(self, data: bytes) -> None:
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            word, _, rest = line.decode().partition(" ")
            match word:
                case "started":
                    self._pid = int(rest)
                    self._resolve(None)
                case "failed":
                    self._resolve(OSError(int(rest), os.strerror(int(rest))))
                case "refused":
                    self._resolve(ValueError(rest))
                case "ended":
                    self._end(int(rest))
                case "left":
                    self._left = int(rest)

    def _resolve(self, problem: Exception | None) -> None:
        if self.started.done():
            return
        if problem is None:
            self.started.set_result(None)
        else:
            self.started.set_exception(problem)

    def _end(self, status: int) -> None:
        self._status = status
        self._protocol.process_exited()

    def _reap(self) -> None:
        """The supervisor is gone; where it was killed, whom it kept is ended by us."""
        if self._gone.done():
            return
        self._gone.set_result(None)
        self._loop.remove_reader(self._line)
        self._line.close()
        self._wait_for_supervisor()
        self._resolve(ChildProcessError("the supervisor process was killed"))
        if self._status is None and self._pid:
            below = tree.descendants(self._pid) | tree.session_members(self._pid)
            self.signal(signal.SIGKILL)
            tree.kill(tree.living(below))
            self._end(-signal.SIGKILL)

    def _wait_for_supervisor(self) -> None:
        """It leaves soon after its line ends; one that hangs is ended with all below it."""
        deadline = time.monotonic() + LEAVE + STARVED + AFTER_KILL + _SURPLUS
        with suppress(ChildProcessError):
            while os.waitpid(self._supervisor, os.WNOHANG) == (0, 0):
                if time.monotonic() >= deadline:
                    below = tree.descendants(self._supervisor)
                    os.kill(self._supervisor, signal.SIGKILL)
                    os.waitpid(self._supervisor, 0)
                    tree.kill(tree.living(below))
                    return
                time.sleep(_POLL)


class PipeEnd(asyncio.Protocol):
    """Passes on what happens on one pipe."""

    def __init__(self, fd: int, protocol: asyncio.SubprocessProtocol) -> None:
        self._fd = fd
        self._protocol = protocol

    def data_received(self, data: bytes) -> None:
        self._protocol.pipe_data_received(self._fd, data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._protocol.pipe_connection_lost(self._fd, exc)

    def pause_writing(self) -> None:
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self._protocol.resume_writing()
