"""Run one mcptest command in its own process tree, with limits on time and output.

A run in this process could block it, outlive a cancellation or take it down; as a process it is
ended by a signal, upon which it closes every server that it opened.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Final

from mcptest.mock.caller import PendingCall
from mcptest.model.record import record
from mcptest.wire.process import tree

GRACE: Final = 10.0  # a run that is told to end gives each of its servers some seconds
_COMMAND: Final = ("-m", "mcptest")
_GLANCE: Final = 0.1  # how often we look whether anybody still waits
_SETTLE: Final = 1.0  # how long the last words of a command that ended may take
_MOST_LINE: Final = 4 * 1024 * 1024
_MOST_WORDS: Final = 40


@record
class Ended:
    """How the command came to its end; ``stopped`` says why where that was our doing."""

    exit_code: int
    stderr: str
    stopped: str | None = None


def run_mcptest(
    arguments: Sequence[str],
    *,
    folder: Path,
    seconds: float,
    caller: PendingCall,
    on_line: Callable[[bytes], None],
) -> Ended:
    """Run to the end, to the limit, or until nobody waits any more."""
    process = subprocess.Popen(
        [sys.executable, *_COMMAND, *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "NO_COLOR": "1"},
        start_new_session=True,
    )
    try:
        return _Attendance(process, on_line).until(time.monotonic() + seconds, caller)
    finally:
        _end(process)


class _Attendance:
    """Reads the output of a process until it exits; the reading threads end with it."""

    def __init__(self, process: subprocess.Popen[bytes], on_line: Callable[[bytes], None]) -> None:
        assert process.stdout is not None
        assert process.stderr is not None
        self._process = process
        self._on_line = on_line
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._words: deque[bytes | None] = deque(maxlen=_MOST_WORDS)
        self._talking = _reader(process.stderr, self._words.append)
        _reader(process.stdout, self._lines.put)

    def until(self, limit: float, caller: PendingCall) -> Ended:
        stopped = self._follow(limit, caller)
        if stopped is not None:
            self._process.terminate()
            self._follow(time.monotonic() + GRACE, PendingCall())
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        _end(self._process)
        self._talking.join(_SETTLE)
        said = b"".join(word for word in tuple(self._words) if word is not None)
        return Ended(self._process.returncode, said.decode("utf-8", "replace").strip(), stopped)

    def _follow(self, limit: float, caller: PendingCall) -> str | None:
        """Pass lines on until there are no more; else the reason to stop."""
        over: float | None = None
        while True:
            if caller.gone.is_set():
                return "the client cancelled the call"
            now = time.monotonic()
            if now >= limit:
                return "the time limit was reached"
            if over is None and self._process.poll() is not None:
                over = now + _SETTLE
            if over is not None and now >= over:
                return None  # it ended, and somebody else holds the pipe open
            with suppress(Empty):
                line = self._lines.get(timeout=min(limit - now, _GLANCE))
                if line is None:
                    return None
                self._on_line(line)


def _reader(stream: IO[bytes], put: Callable[[bytes | None], None]) -> Thread:
    """A thread that passes on every line; the rest of one that is too long is thrown away."""

    def read() -> None:
        with suppress(OSError, ValueError), stream:
            while line := stream.readline(_MOST_LINE):
                put(line)
                while not line.endswith(b"\n") and len(line) == _MOST_LINE:
                    line = stream.readline(_MOST_LINE)
        put(None)

    thread = Thread(target=read, daemon=True)
    thread.start()
    return thread


def _end(process: subprocess.Popen[bytes]) -> None:
    """What would not end by itself is killed, with everything below it."""
    if process.poll() is None:
        family = tree.descendants(process.pid)
        process.kill()
        tree.kill(tree.living(family))
        process.wait()
