"""Workers forked from one process that has everything imported: a third of the cost of a light job.

The standard library's fork server does it: a process without threads, which forks on request, so
that each worker is as fresh and as much on its own as one with an interpreter of its own.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from mcptest.fleet.workers.process import TEMP_NAMES
from mcptest.model.json import JsonObject

WORK: Final = "mcptest.fleet.workers.worker"
_PRELOADED: Final = [WORK, "mcptest.fleet.workers.preload"]
_SAFE_PATH: Final = "PYTHONSAFEPATH"


def can_fork() -> bool:
    return "forkserver" in multiprocessing.get_all_start_methods()


class ForkServer:
    """Begins workers; ``work`` names the module whose ``deliver`` does a job."""

    def __init__(self, work: str = WORK) -> None:
        self._work = work
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(_PRELOADED)
        with _safe_path():
            forkserver.ensure_running()

    def __call__(self, data: JsonObject, temp: Path) -> Forked:
        """Raises: OSError."""
        return Forked(self._context, self._work, data, temp)


@contextmanager
def _safe_path() -> Iterator[None]:
    """No file of the folder at hand may take the place of a module in the server."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        del os.environ[_SAFE_PATH]
        if before is not None:
            os.environ[_SAFE_PATH] = before


class Forked:
    """A worker that began as a copy of the fork server."""

    def __init__(self, context: Any, work: str, data: JsonObject, temp: Path) -> None:
        self._leash, theirs = context.Pipe()
        env = {**os.environ, **dict.fromkeys(TEMP_NAMES, str(temp / "tmp"))}
        life = (work, data, str(temp / "stderr"), env, theirs)
        self._process = context.Process(target=_live, args=life)
        self._process.start()
        theirs.close()
        assert self._process.pid is not None
        self.pid: int = self._process.pid

    def read(self, most: int) -> bytes:
        try:
            delivered: bytes = self._leash.recv_bytes(most)
        except (EOFError, OSError):
            return b""
        return delivered

    def wait(self) -> int:
        self._process.join()
        return int(self._process.exitcode or 0)

    def close(self) -> None:
        with suppress(OSError, ValueError):
            self._leash.close()
            self._process.close()


def _live(work: str, data: JsonObject, errors: str, env: dict[str, str], leash: Connection) -> None:
    """The whole life of a forked worker; ours is the environment of now, not of the server."""
    os.setsid()
    log = os.open(errors, os.O_WRONLY | os.O_CREAT, 0o600)
    for stream in (1, 2):
        os.dup2(log, stream)
    os.environ.clear()
    os.environ.update(env)
    tempfile.tempdir = None  # whatever was chosen before the fork
    with suppress(OSError):
        os.chdir(str(data["cwd"]))
    threading.Thread(target=_end_with_parent, args=(leash,), daemon=True).start()
    deliver: Callable[[JsonObject], bytes] = import_module(work).deliver
    leash.send_bytes(deliver(data))
    sys.stdout.flush()


def _end_with_parent(leash: Connection) -> None:
    """Nothing is sent here: the pipe ends when the process at the other end is gone."""
    with suppress(EOFError, OSError):
        leash.recv_bytes()
    os.kill(os.getpid(), signal.SIGTERM)
