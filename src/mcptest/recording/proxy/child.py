"""The real server behind a stdio proxy, with three pipes and its process tree."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol

from mcptest.model.record import record
from mcptest.wire.process import tree
from mcptest.wire.process.group import AFTER_KILL, LEAVE, STARVED
from mcptest.wire.process.launch import find_program, start_error
from mcptest.wire.target import StdioTarget

_SURPLUS = 1.0


@record
class ServerPipes:
    """Our ends: the server's input, its output, its errors."""

    stdin: int
    stdout: int
    stderr: int


class Child(Protocol):
    """A server that was started."""

    pid: int
    pipes: ServerPipes
    news: int | None  # can be read from as soon as ``wait`` has something to tell

    @property
    def status(self) -> int | None:
        """Its exit status as subprocess counts it; None while it runs, as far as known."""

    def wait(self, seconds: float) -> int | None:
        """Find out whether it ended, at most that long."""

    def signal(self, number: int) -> None:
        """To the server and all that stayed in its group."""

    def finish(self, *, kill: bool) -> None:
        """End the remaining processes, with ``kill`` also the server."""


def start_child(target: StdioTarget, environment: Mapping[str, str]) -> Child:
    """Launch the real server.

    Raises: TargetStartError.
    """
    program = find_program(target, environment)
    kind = SupervisedChild if sys.platform == "linux" else PlainChild
    try:
        return kind(target, program, environment)
    except (OSError, ValueError) as error:
        raise start_error(target, program, error) from error


class SupervisedChild:
    """Below a supervisor, which ends everybody also after we were killed."""

    def __init__(self, target: StdioTarget, program: str, environment: Mapping[str, str]) -> None:
        from mcptest.wire.process.supervisor import Launch, start_supervisor

        self.pid = 0
        self.status: int | None = None
        self._heard = b""
        (theirs_in, ours_in), (ours_out, theirs_out), (ours_err, theirs_err) = (
            os.pipe() for _ in range(3)
        )
        theirs = (theirs_in, theirs_out, theirs_err)
        self.pipes = ServerPipes(ours_in, ours_out, ours_err)
        launch = Launch(
            target.command, program, environment, target.cwd, theirs, session=has_terminal()
        )
        self._supervisor, self._line = start_supervisor(launch)
        self.news: int | None = self._line.fileno()
        for descriptor in theirs:
            os.close(descriptor)
        self._await_start()

    def _await_start(self) -> None:
        while not self.pid:
            if not (data := self._line.recv(4096)):
                raise OSError(0, "the supervisor process was killed")
            self._take(data)

    def wait(self, seconds: float) -> int | None:
        deadline = time.monotonic() + seconds
        while self.status is None:
            rest = max(0.0, deadline - time.monotonic())
            if not select.select([self._line], [], [], rest)[0]:
                break
            if data := self._hear():
                self._take(data)
            else:
                self.status = -signal.SIGKILL  # the supervisor was killed
        return self.status

    def signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if self.status is None:
                os.killpg(self.pid, number)

    def finish(self, *, kill: bool) -> None:
        from mcptest.wire.process.supervisor import FINISH, KILL

        if self._line.fileno() < 0:
            return
        with suppress(OSError):
            self._line.send(KILL if kill else FINISH)
        with suppress(OSError):
            self._line.settimeout(LEAVE + STARVED + AFTER_KILL + _SURPLUS)
            while data := self._line.recv(4096):
                self._take(data)
        self._line.close()
        if self.status is None:
            self.status = -signal.SIGKILL
        with suppress(ChildProcessError):
            os.waitpid(self._supervisor, 0)

    def _hear(self) -> bytes:
        try:
            return self._line.recv(4096)
        except ConnectionError:
            return b""

    def _take(self, data: bytes) -> None:
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            word, _, rest = line.decode().partition(" ")
            if word == "started":
                self.pid = int(rest)
            elif word == "failed":
                raise OSError(int(rest), os.strerror(int(rest)))
            elif word == "refused":
                raise ValueError(rest)
            elif word == "ended":
                self.status = int(rest)


def has_terminal() -> bool:
    """Whether a server in our session could be stopped for using the terminal.

    Where it cannot, it stays in our session: Linux shares the processors out among sessions, and on
    a busy system each message would wait for the turn of another one.
    """
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


class PlainChild:
    """Where there is no supervisor: ended together with what hangs below it, as far as known."""

    news: int | None = None

    def __init__(self, target: StdioTarget, program: str, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            target.command,
            executable=program,
            env=dict(environment),
            cwd=target.cwd,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self.pid = self._process.pid
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self.pipes = ServerPipes(*(os.dup(stream.fileno()) for stream in streams if stream))
        for stream in streams:
            if stream is not None:
                stream.close()
        self._family: frozenset[tree.ProcessMember] = frozenset()

    @property
    def status(self) -> int | None:
        return self._process.poll()

    def wait(self, seconds: float) -> int | None:
        self._family |= tree.descendants(self.pid)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self.status

    def signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if self.status is None:
                os.killpg(self.pid, number)

    def finish(self, *, kill: bool) -> None:
        family = self._family | tree.descendants(self.pid)
        if kill:
            self._process.kill()
        tree.kill(tree.living(family))
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(AFTER_KILL)
