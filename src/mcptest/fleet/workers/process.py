"""The process of one worker, started as a new interpreter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from mcptest.model.json import JsonObject

TEMP_NAMES = ("TMPDIR", "TEMP", "TMP")


class WorkerProcess(Protocol):
    """It has its job already; it runs in a session of its own."""

    pid: int

    def read(self, most: int) -> bytes:
        """Everything that it delivers, until it ends."""

    def wait(self) -> int:
        """How it ended: its code, or the negative number of a signal."""

    def close(self) -> None:
        """Give the pipes back."""


class Begin(Protocol):
    """How a worker is begun; ``temp`` is the folder for what it writes."""

    def __call__(self, data: JsonObject, temp: Path) -> WorkerProcess:
        """Raises: OSError when no process can be had."""


class Spawned:
    """A worker in a fresh interpreter, by its command."""

    def __init__(self, command: tuple[str, ...], data: JsonObject, temp: Path) -> None:
        cwd = str(data["cwd"])
        with (temp / "stderr").open("wb") as log:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env={**os.environ, **dict.fromkeys(TEMP_NAMES, str(temp / "tmp"))},
                cwd=cwd if Path(cwd).is_dir() else None,
                start_new_session=True,
            )
        self.pid = self._process.pid
        assert self._process.stdin is not None
        with suppress(OSError):  # one that has died already is found out by reading
            self._process.stdin.write(json.dumps(data).encode() + b"\n")
            self._process.stdin.flush()

    def read(self, most: int) -> bytes:
        assert self._process.stdout is not None
        return self._process.stdout.read(most)

    def wait(self) -> int:
        return self._process.wait()

    def close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()


def spawner(command: tuple[str, ...] = ()) -> Begin:
    """Workers by a command; the usual one is a module that knows how an audit is put together.

    With ``-P`` no file of the folder at hand can take the place of a module.
    """
    chosen = command or (sys.executable, "-P", "-m", "mcptest.fleet.workers.worker")
    return lambda data, temp: Spawned(chosen, data, temp)
