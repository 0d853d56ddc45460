"""Run one server's work in its own process, process group, temporary folder and time limit.

The worker has a pipe to its parent: when the parent is gone, the pipe ends, and the worker
closes its server and exits.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from mcptest.engine.clock import SystemClock
from mcptest.fleet.result import ServerStatus
from mcptest.fleet.workers.delivery import Delivery, failed_delivery, unpack
from mcptest.fleet.workers.process import Begin, WorkerProcess, spawner
from mcptest.model.json import JsonObject
from mcptest.model.record import record

GRACE: Final = 10.0  # a worker that was asked to end closes its server and tells what it has
MOST_BYTES: Final = 256 * 1024 * 1024
_TAIL: Final = 2000


@record
class Assignment:
    """A job with what does not belong into its digest."""

    data: JsonObject
    digest: str
    limit: float


class Leash:
    """Ends one worker: asked first, then with everything that it started."""

    def __init__(self, pid: int, temp: str) -> None:
        self._pid = pid
        self._temp = temp
        self._timers: list[threading.Timer] = []
        self.pulled = False

    def pull_after(self, seconds: float) -> None:
        self._later(seconds, self.pull)

    def pull(self) -> None:
        """Ask it to end; what had finished is still delivered."""
        self.pulled = True
        with suppress(OSError):
            os.kill(self._pid, signal.SIGTERM)
        self._later(GRACE, self.cut)

    def cut(self) -> None:
        """End it and whatever has its temporary folder, by force."""
        with suppress(OSError, AttributeError):  # Windows has neither this signal nor groups
            os.kill(self._pid, signal.SIGKILL)
        with suppress(OSError, AttributeError):  # a group may outlive its leader
            os.killpg(self._pid, signal.SIGKILL)
        end_strays(self._temp)

    def release(self) -> None:
        """It has ended: its number may be another's soon."""
        for timer in self._timers:
            timer.cancel()

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), act)
        timer.daemon = True
        self._timers.append(timer)
        timer.start()


class Leashes(set[Leash]):
    """The leashes of one engine; that of a worker which began during the stop is pulled at once."""

    stopped = False

    def add(self, leash: Leash) -> None:
        super().add(leash)
        if self.stopped:
            leash.pull()


def confine(
    assignment: Assignment, begin: Begin | None = None, leashes: set[Leash] | None = None
) -> Delivery:
    """Run one worker to its end and give what it delivered; never raises for what it does."""
    clock = SystemClock()
    started, begun = clock.now(), clock.seconds()
    delivery = _confine(assignment, begin or spawner(), leashes)
    took = (clock.seconds() - begun) * 1000
    result = replace(delivery.result, job=assignment.digest, started=started, duration_ms=took)
    return replace(delivery, result=result)


def _confine(assignment: Assignment, begin: Begin, leashes: set[Leash] | None) -> Delivery:
    with TemporaryDirectory(prefix="mcptest-fleet-", ignore_cleanup_errors=True) as temp:
        Path(temp, "tmp").mkdir()
        try:
            process = begin(assignment.data, Path(temp))
        except OSError as error:
            name = str(assignment.data["name"])
            reason = f"cannot start a process: {error.strerror}"
            return failed_delivery(name, assignment.digest, ServerStatus.ERRORED, reason)
        with _held(process, temp, assignment.limit, leashes) as leash:
            output = process.read(MOST_BYTES)
            code = process.wait()
            leash.release()
        if code != 0:  # it could not tidy up after itself
            end_strays(temp)
        return _delivered(assignment, leash, code, output, Path(temp, "stderr"))


@contextmanager
def _held(
    process: WorkerProcess, temp: str, limit: float, leashes: set[Leash] | None
) -> Iterator[Leash]:
    leash = Leash(process.pid, temp)
    leash.pull_after(limit)
    if leashes is not None:
        leashes.add(leash)
    try:
        yield leash
    finally:
        leash.release()
        if leashes is not None:
            leashes.discard(leash)
        process.close()


def _delivered(
    assignment: Assignment, leash: Leash, code: int, output: bytes, errors: Path
) -> Delivery:
    name, digest = str(assignment.data["name"]), assignment.digest
    delivery = unpack(output)
    if leash.pulled:
        reason = f"timed out after {assignment.limit:g} s"
        if delivery is None:
            return failed_delivery(name, digest, ServerStatus.TIMED_OUT, reason)
        result = replace(
            delivery.result,
            status=ServerStatus.TIMED_OUT,
            reason=reason,
            incomplete=delivery.result.grade is not None,  # of the rules that had their turn
        )
        return Delivery(result, delivery.documents)
    if delivery is None:
        reason = f"the worker process ended with {_ending(code)} and no result"
        said = _tail(errors)
        return failed_delivery(
            name, digest, ServerStatus.ERRORED, f"{reason}: {said}" if said else reason
        )
    return delivery


def _ending(code: int) -> str:
    if code >= 0:
        return f"code {code}"
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"


def _tail(errors: Path) -> str:
    """The last line that it said."""
    try:
        text = errors.read_bytes()[-_TAIL:].decode("utf-8", "replace").strip()
    except OSError:
        return ""
    return text.splitlines()[-1] if text else ""


def end_strays(temp: str) -> None:
    """What a worker left behind has the temporary folder that the worker was given."""
    import psutil

    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.environ().get("TMPDIR", "").startswith(temp):
                process.kill()
