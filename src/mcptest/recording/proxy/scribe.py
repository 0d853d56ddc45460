"""The writer behind a tap: a process of its own, which parses, redacts and writes frames."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

from mcptest.model.record import record
from mcptest.recording.format.frame import PartHeader, RecordedFrame
from mcptest.recording.format.write import RecordingWriter
from mcptest.recording.proxy.tap import Parcel, Parcels, Tap

_CHUNK = 1024 * 1024
_PATIENCE = 30.0  # seconds for what was recorded and not yet written
_PAUSE = (
    0.02  # seconds in which frames are collected: waking up for each would slow down the session
)
_MUCH = 256 * 1024


class FrameMaker(Protocol):
    """Makes frames of the bytes of one transport."""

    def feed(self, parcel: Parcel) -> Iterable[RecordedFrame]:
        """What this parcel completes."""

    def finish(self) -> Iterable[RecordedFrame]:
        """What was begun and not completed."""


@record
class RecordingJob:
    """Where to write, how a part begins, and what makes frames."""

    writer: RecordingWriter
    header: PartHeader
    maker: Callable[[], FrameMaker]


class Scribe:
    """A running writer; ``tap`` leads to it."""

    def __init__(self, tap: Tap, wait: Callable[[float], None]) -> None:
        self.tap = tap
        self._wait = wait

    def finish(self) -> None:
        """Wait until everything is in the file, for a bounded time."""
        self.tap.close()
        self._wait(_PATIENCE)


def start_scribe(job: RecordingJob, *, fork: bool | None = None) -> Scribe:
    """In a process of its own where the system can fork: parsing must not delay what passes."""
    reading, writing = os.pipe()
    if hasattr(os, "fork") if fork is None else fork:
        return _forked(job, reading, writing)
    thread = threading.Thread(target=write_down, args=(job, reading), daemon=True)
    thread.start()
    return Scribe(Tap(writing), thread.join)


def write_down(job: RecordingJob, reading: int) -> None:
    """Until the other end of the pipe is closed."""
    maker, parcels = job.maker(), Parcels()
    job.writer.write([job.header])
    with suppress(OSError):
        while data := os.read(reading, _CHUNK):
            before = job.writer.problem
            frames = [frame for each in parcels.feed(data) for frame in maker.feed(each)]
            job.writer.write(frames)
            if before is None and job.writer.problem is not None:
                _complain(job.writer.problem)
            if len(data) < _MUCH:
                time.sleep(_PAUSE)
    _step_aside(back=True)
    job.writer.write(maker.finish())
    job.writer.close()
    os.close(reading)


def _complain(problem: str) -> None:
    with suppress(OSError, ValueError):
        sys.stderr.write(f"mcptest record: cannot write the recording: {problem}\n")
        sys.stderr.flush()


def _forked(job: RecordingJob, reading: int, writing: int) -> Scribe:
    pid = os.fork()
    if pid == 0:
        os.close(writing)
        _be_scribe(job, reading)
    os.close(reading)
    return Scribe(Tap(writing), lambda within: _reap(pid, within))


def _be_scribe(job: RecordingJob, reading: int) -> None:
    """Without the client's streams, which it would otherwise keep open; signals are not for us."""
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        _close_all_but(2, reading, job.writer.descriptor)
        _step_aside()
        write_down(job, reading)
    finally:
        os._exit(0)


def _step_aside(*, back: bool = False) -> None:
    """Work only while the processors are idle, and as everybody once the session is over."""
    if sys.platform == "linux":
        with suppress(OSError):
            policy = os.SCHED_OTHER if back else os.SCHED_IDLE
            os.sched_setscheduler(0, policy, os.sched_param(0))


def _close_all_but(*kept: int) -> None:
    """The server's input among them, which would otherwise not end while we live."""
    low = 0
    for descriptor in sorted(kept):
        os.closerange(low, descriptor)
        low = descriptor + 1
    os.closerange(low, os.sysconf("SC_OPEN_MAX"))


def _reap(pid: int, within: float) -> None:
    deadline = time.monotonic() + within
    with suppress(ChildProcessError):
        while os.waitpid(pid, os.WNOHANG) == (0, 0):
            if time.monotonic() >= deadline:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                return
            time.sleep(0.002)
