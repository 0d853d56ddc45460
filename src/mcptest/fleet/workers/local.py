"""The local engine: a thread pool in which each thread waits for one worker process."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from mcptest.fleet.result import ServerStatus
from mcptest.fleet.workers.confine import Assignment, Leashes, confine
from mcptest.fleet.workers.delivery import Delivery, failed_delivery
from mcptest.fleet.workers.engine import Deliver
from mcptest.fleet.workers.fork_server import ForkServer, can_fork
from mcptest.fleet.workers.process import Begin


class LocalEngine:
    """``jobs`` servers at one time; nothing is needed but processes."""

    name = "local"

    def __init__(self, jobs: int, begin: Begin | None = None) -> None:
        self.jobs = jobs
        self._begin = begin or (ForkServer() if can_fork() else None)
        self._pool = ThreadPoolExecutor(jobs, thread_name_prefix="fleet")
        self._leashes = Leashes()

    @property
    def window(self) -> int:
        return self.jobs

    def submit(self, assignment: Assignment, deliver: Deliver) -> None:
        self._pool.submit(lambda: deliver(self._work(assignment)))

    def _work(self, assignment: Assignment) -> Delivery:
        name = str(assignment.data["name"])
        if self._leashes.stopped:
            return failed_delivery(name, assignment.digest, ServerStatus.NOT_RUN, "stopped")
        try:
            return confine(assignment, self._begin, self._leashes)
        except Exception as error:  # noqa: BLE001  (one server must not cost the others)
            reason = f"{type(error).__name__}: {error}"
            return failed_delivery(name, assignment.digest, ServerStatus.ERRORED, reason)

    def stop(self) -> None:
        again, self._leashes.stopped = self._leashes.stopped, True
        for leash in tuple(self._leashes):
            if again:
                leash.cut()
            else:
                leash.pull()

    def close(self) -> None:
        self._pool.shutdown(wait=True)
