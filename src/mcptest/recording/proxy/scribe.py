"""The recorder process behind a tap: parse, mask and write frames."""

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
from mcptest.recording.proxy.backlog import Backlog
from mcptest.recording.proxy.ring import Ring
from mcptest.recording.proxy.tap import Parcel, Parcels, Tap
from mcptest.wire.process.descriptors import close_all_but

_WRITE_TIMEOUT = 30.0  # seconds without progress, for what was recorded and not yet written
_PAUSE = (
    0.02  # seconds in which frames are collected: waking up for each would slow down the session
)


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
        """Wait until everything is in the file, as long as that makes progress."""
        self.tap.close()
        self._wait(_WRITE_TIMEOUT)


def start_scribe(job: RecordingJob, *, fork: bool | None = None) -> Scribe:
    """In a process of its own where the system can fork: parsing must not delay what passes."""
    ring, (waking, bell) = Ring(), os.pipe()
    if hasattr(os, "fork") if fork is None else fork:
        return _forked(job, ring, (waking, bell))
    thread = threading.Thread(target=write_down, args=(job, Backlog(ring, waking)), daemon=True)
    thread.start()
    return Scribe(Tap(ring, bell), thread.join)


def write_down(
    job: RecordingJob, backlog: Backlog, pause: Callable[[], None] = lambda: time.sleep(_PAUSE)
) -> None:
    """Until nothing more can come; ``pause`` is called whenever all is written."""
    maker, parcels = job.maker(), Parcels()
    _write(job.writer, [job.header])
    while data := backlog.take():
        _write(job.writer, [it for each in parcels.feed(data) for it in maker.feed(each)])
        if not backlog.waits:
            pause()
    _write(job.writer, maker.finish())
    job.writer.close()
    backlog.close()


def _write(writer: RecordingWriter, entries: Iterable[PartHeader | RecordedFrame]) -> None:
    """The first time that it fails, the user is told."""
    before = writer.problem
    writer.write(entries)
    if before is None and writer.problem is not None:
        _complain(writer.problem)


def _complain(problem: str) -> None:
    with suppress(OSError, ValueError):
        sys.stderr.write(f"mcptest record: cannot write the recording: {problem}\n")
        sys.stderr.flush()


def _forked(job: RecordingJob, ring: Ring, ends: tuple[int, int]) -> Scribe:
    waking, bell = ends
    pid = os.fork()
    if pid == 0:
        _be_scribe(job, ring, waking)
    os.close(waking)
    tap = Tap(ring, bell, lambda: _share(pid))
    return Scribe(tap, lambda within: _reap(pid, within, ring))


def _be_scribe(job: RecordingJob, ring: Ring, waking: int) -> None:
    """Writes in a session of its own, without the client's streams, and ignores signals.

    Killing the proxy's process group leaves the recording whole, and Linux does not slow the
    recorded session down for the processor time of the writer.
    """
    try:
        os.setsid()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        close_all_but(2, waking, job.writer.descriptor)
        write_down(job, Backlog(ring, waking), _pause_aside)
    finally:
        os._exit(0)


def _pause_aside() -> None:
    """Who has caught up works only while a processor is idle, until it is told to hurry."""
    _share(0, idle=True)
    time.sleep(_PAUSE)


def _share(pid: int, *, idle: bool = False) -> None:
    """Give a process its share of the processors, or only what nobody else wants."""
    if sys.platform == "linux":
        with suppress(OSError):
            policy = os.SCHED_IDLE if idle else os.SCHED_OTHER
            os.sched_setscheduler(pid, policy, os.sched_param(0))


def _reap(pid: int, within: float, ring: Ring) -> None:
    _share(pid)
    deadline, before = time.monotonic() + within, ring.filled
    with suppress(ChildProcessError):
        while os.waitpid(pid, os.WNOHANG) == (0, 0):
            if (now := ring.filled) != before:
                deadline, before = time.monotonic() + within, now
            elif time.monotonic() >= deadline:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                return
            time.sleep(0.002)
