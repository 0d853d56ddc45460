"""The supervisor: a process between mcptest and a server that no child process can escape.

Everything that a server starts becomes a child of its supervisor at the latest when its own parent
ends, whatever groups and sessions it made: that is what a subreaper is (prctl(2), Linux). So the
supervisor knows whom to end, also after we were killed, which it sees as the end of its line to us.
It is a fork of mcptest without an exec, since a fresh interpreter would cost ten times as much; it
must therefore not touch anything but its own descriptors, and leaves by ``os._exit``.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from mcptest.model.record import record
from mcptest.wire.process import tree
from mcptest.wire.process.descriptors import close_all_but
from mcptest.wire.process.group import AFTER_KILL, LEAVE, STARVED

if TYPE_CHECKING:
    import ctypes

FINISH, KILL = b"f", b"k"  # our commands; a closed line means KILL after a grace period
_POLL = 0.005
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
_HEARD = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD)


@record
class Launch:
    """What to start, on which descriptors; without a session of its own it is a process group."""

    command: Sequence[str]
    program: str
    environment: Mapping[str, str]
    cwd: str | None
    stdio: tuple[int, int, int]
    session: bool = True


def start_supervisor(launch: Launch) -> tuple[int, socket.socket]:
    """Fork; gives the supervisor's number and our end of the line to it.

    Raises: OSError.
    """
    system = system_library()
    ours, theirs = socket.socketpair()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        pid = _fork()
        if pid == 0:
            _be_supervisor(launch, theirs.detach(), before, system)
    except OSError:
        ours.close()
        raise
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
    return pid, ours


def _fork() -> int:
    with warnings.catch_warnings():  # newer Pythons warn of threads: the supervisor takes no lock
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def system_library() -> ctypes.CDLL:
    """Loaded before the fork: a supervisor takes no lock, not even that of an import."""
    import ctypes

    return ctypes.CDLL(None)


def _be_supervisor(
    launch: Launch, line: int, mask: set[int | signal.Signals], system: ctypes.CDLL
) -> NoReturn:
    sys.settrace(None)  # a debugger's or coverage's own lock may be held by another thread
    gc.disable()  # a collection could close what belongs to the process we come from
    try:
        with suppress(AttributeError):  # a C library that does not know it
            system.prctl(_SUBREAPER, 1, 0, 0, 0)
        Supervisor(line).run(launch, mask)
    finally:
        os._exit(0)


class Supervisor:
    """Starts the server, reports how it ends, and ends the remaining processes."""

    def __init__(self, line: int) -> None:
        self._line = line
        self._server = 0
        self._popen: subprocess.Popen[bytes] | None = None  # without it, Popen reaps by itself

    def run(self, launch: Launch, mask: set[int | signal.Signals]) -> None:
        woken, wake = os.pipe()
        os.set_blocking(wake, False)
        os.set_blocking(woken, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        for number in _HEARD:  # handlers and not SIG_IGN, which the server would inherit
            signal.signal(number, lambda _number, _frame: None)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if launch.session:
            os.setsid()
        else:
            os.setpgid(0, 0)
        if self._start(launch):
            close_all_but(self._line, woken, wake)
            self._finish(self._watch(woken))

    def _start(self, launch: Launch) -> bool:
        stdin, stdout, stderr = launch.stdio
        try:
            server = subprocess.Popen(
                launch.command,
                executable=launch.program,
                env=launch.environment,
                cwd=launch.cwd,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                start_new_session=launch.session,
                process_group=None if launch.session else 0,
            )
        except OSError as error:
            self._tell(f"failed {error.errno or 0}")
            return False
        except ValueError as error:
            self._tell(f"refused {error}")
            return False
        self._popen, self._server = server, server.pid
        self._tell(f"started {server.pid}")
        return True

    def _watch(self, woken: int) -> bytes:
        """Reap until we are told what to do, or nobody is there any more who could."""
        poll = select.poll()
        poll.register(self._line, select.POLLIN)
        poll.register(woken, select.POLLIN)
        while True:
            ready = {descriptor for descriptor, _ in poll.poll()}
            if woken in ready:
                with suppress(BlockingIOError):
                    os.read(woken, 4096)
                self._reap()
            if self._line in ready:
                with suppress(ConnectionError):
                    return os.read(self._line, 1)
                return b""

    def _finish(self, order: bytes) -> None:
        left = 0
        if order == KILL or not self._all_gone():
            left = self._kill()
        self._tell(f"left {left}")

    def _all_gone(self) -> bool:
        begun = time.monotonic()
        while self._reap():
            waited = time.monotonic() - begun
            if waited >= LEAVE and not (waited < LEAVE + STARVED and _anybody_is_starved()):
                return False
            time.sleep(_POLL)
        return True

    def _kill(self) -> int:
        """End all child processes; those that they start meanwhile are found in the next round."""
        ended: set[tree.ProcessMember] = set()
        deadline = time.monotonic() + AFTER_KILL
        while self._reap() and time.monotonic() < deadline:
            below = tree.living(tree.descendants(os.getpid()))
            tree.kill(below)
            ended |= below
            time.sleep(_POLL / 5)
        return len(ended)

    def _reap(self) -> bool:
        """Reap the processes that ended; whether any is left."""
        try:
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    return True
                if pid == self._server:
                    self._tell(f"ended {os.waitstatus_to_exitcode(status)}")
        except ChildProcessError:
            return False

    def _tell(self, line: str) -> None:
        with suppress(OSError):  # nobody listens once we were killed
            os.write(self._line, f"{line}\n".encode())


def _anybody_is_starved() -> bool:
    return any(tree.wants_processor(each.pid) for each in tree.descendants(os.getpid()))
