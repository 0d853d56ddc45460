"""The Dask engine: hand jobs to dask.distributed workers.

The unit of work is plain data in, run documents out. A worker that is lost has its servers run
again elsewhere, once; a server that loses two workers is given up and says so.
"""

from __future__ import annotations

import logging
import multiprocessing
import queue
import threading
import time
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any, Final

from mcptest.errors import UsageError
from mcptest.fleet.result import ServerStatus, parse_result, result_document
from mcptest.fleet.workers.confine import Assignment, confine
from mcptest.fleet.workers.delivery import Delivery, failed_delivery
from mcptest.fleet.workers.engine import Deliver
from mcptest.fleet.workers.fork_server import ForkServer, can_fork
from mcptest.fleet.workers.process import Begin, spawner
from mcptest.model.json import JsonObject

TIMEOUT: Final = 10.0  # seconds for a scheduler to answer
_SLACK: Final = 1.0
_RUNS_AGAIN: Final = 1
_AHEAD: Final = 2  # assignments for each thread of the cluster, so that none waits for us
_FRESH: Final = 5.0  # seconds that a count of the threads is believed


def work_on_worker(data: JsonObject, digest: str, limit: float) -> tuple[JsonObject, list[Any]]:
    """What a Dask worker runs; the variables that a job names are looked up in its environment."""
    delivery = confine(Assignment(data, digest, limit), _begin())
    return result_document(delivery.result), list(delivery.documents)


def _begin() -> Begin:
    """A worker that Dask made a daemon, as it does by default, may not have a fork server."""
    daemon = multiprocessing.current_process().daemon
    return _fork_server() if can_fork() and not daemon else spawner()


@cache
def _fork_server() -> Begin:
    return ForkServer()


class DaskEngine:
    """A cluster of our own with ``jobs`` processes, or the one behind a scheduler's address."""

    name = "dask"

    def __init__(self, jobs: int, scheduler: str | None, *, timeout: float = TIMEOUT) -> None:
        self._cluster, self._client = _connect(jobs, scheduler, timeout)
        self.jobs = jobs
        self._embedded = scheduler is None
        self._pending: dict[str, tuple[Any, Assignment, Deliver]] = {}
        self._lock = threading.Lock()
        self._stopped = False
        self._window = (0.0, jobs * _AHEAD)

    @property
    def window(self) -> int:
        """A cluster may grow and shrink while it works."""
        at, size = self._window
        now = time.monotonic()
        if not self._embedded and now - at > _FRESH:
            with suppress(Exception):  # a scheduler that is gone tells so by each server
                size = max(1, sum(self._client.nthreads().values())) * _AHEAD
            self._window = (now, size)
        return size

    def has_workers(self) -> bool:
        """A cluster that grows with its work may have none before there is any."""
        with suppress(Exception):  # as above
            return self._embedded or bool(self._client.nthreads())
        return False

    def submit(self, assignment: Assignment, deliver: Deliver) -> None:
        name = str(assignment.data["name"])
        future = self._client.submit(
            work_on_worker,
            assignment.data,
            assignment.digest,
            assignment.limit,
            key=f"mcptest-{name}-{assignment.digest}-{time.monotonic_ns()}",
            pure=False,
            retries=0,
        )
        with self._lock:
            self._pending[name] = (future, assignment, deliver)
        future.add_done_callback(lambda done: self._settle(name, done))

    def _settle(self, name: str, future: Any) -> None:
        """The one who takes the entry delivers it, so that it is delivered once."""
        with self._lock:
            entry = self._pending.pop(name, None)
        if entry is None:
            return
        _, assignment, deliver = entry
        deliver(self._delivery(name, assignment.digest, future))
        with suppress(Exception):
            future.release()

    def _delivery(self, name: str, digest: str, future: Any) -> Delivery:
        try:
            row, documents = future.result(timeout=TIMEOUT)
            return Delivery(parse_result(row), tuple((str(n), bytes(b)) for n, b in documents))
        except BaseException as error:  # noqa: BLE001  (one server must not cost the others)
            if self._stopped:
                return failed_delivery(name, digest, ServerStatus.NOT_RUN, "stopped")
            return failed_delivery(name, digest, ServerStatus.ERRORED, _lost(error))

    def stop(self) -> None:
        """In a thread of its own, since a signal may come in the middle of a call to the client."""
        self._stopped = True
        threading.Thread(target=self._cancel, daemon=True).start()

    def _cancel(self) -> None:
        with self._lock:
            pending, self._pending = self._pending, {}
        with suppress(Exception):
            self._client.cancel([future for future, _, _ in pending.values()], force=True)
        for name, (_, assignment, deliver) in pending.items():
            deliver(failed_delivery(name, assignment.digest, ServerStatus.NOT_RUN, "stopped"))

    def close(self) -> None:
        """Within a bound: what is still there then ends with this process."""
        closing = threading.Thread(target=self._close, daemon=True)
        closing.start()
        closing.join(3 * TIMEOUT)

    def _close(self) -> None:
        with suppress(Exception):
            self._client.close(timeout=TIMEOUT)
        if self._cluster is not None:
            with suppress(Exception):
                self._cluster.close(timeout=TIMEOUT)


def _connect(jobs: int, scheduler: str | None, timeout: float) -> tuple[Any, Any]:
    """Raises: UsageError."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise UsageError(
            "extra-missing",
            "--engine dask requires the distributed package",
            hint="install it with: pip install 'mcptest[fleet]'",
        ) from error
    _hush()
    if scheduler is None:
        import_module("dask").config.set({"distributed.worker.daemon": False})
        cluster = distributed.LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
            scheduler_kwargs={"allowed_failures": _RUNS_AGAIN},
        )
        return cluster, distributed.Client(cluster)
    return None, _client(distributed, scheduler, timeout)


def _hush() -> None:
    """What goes wrong is told by each server; the loggers have levels of their own."""
    for name in [*logging.root.manager.loggerDict, "distributed"]:
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _client(distributed: Any, scheduler: str, timeout: float) -> Any:
    """Raises: UsageError."""
    try:
        distributed.comm.get_address_host_port(scheduler)
    except (ValueError, TypeError, NotImplementedError) as error:
        raise UsageError(
            "fleet-scheduler-silent",
            f"{scheduler} is not the address of a Dask scheduler: {error}",
            hint="an address looks like tcp://HOST:8786",
        ) from error
    answers: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def ask() -> None:
        try:
            answers.put(distributed.Client(scheduler, timeout=timeout, set_as_default=False))
        except BaseException as error:  # noqa: BLE001  (reported by the waiting side)
            answers.put(error)

    # Its own limit does not hold where somebody takes the connection and then says nothing.
    threading.Thread(target=ask, daemon=True).start()
    try:
        answer = answers.get(timeout=timeout + _SLACK)
    except queue.Empty:
        answer = TimeoutError("the connection was accepted, but nothing was sent")
    if isinstance(answer, BaseException):
        raise UsageError(
            "fleet-scheduler-silent",
            f"no Dask scheduler responds at {scheduler}",
            hint=f"waited {timeout:g} s; start one with: dask scheduler",
        ) from answer
    return answer


def _lost(error: BaseException) -> str:
    kind = type(error).__name__
    if kind == "KilledWorker":
        return "the worker that ran it was lost, and so was the worker of the retry"
    if kind in {"FutureCancelledError", "CancelledError"}:
        return "the connection to the scheduler was lost"
    return f"the cluster could not run this server: {kind}: {error}"
