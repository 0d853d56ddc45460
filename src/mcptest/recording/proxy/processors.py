"""How many processors are available, and whether other programs need them now."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

_RUNNING: Final = "/proc/loadavg"
_GROUP: Final = "/proc/self/cgroup"
_GROUPS: Final = "/sys/fs/cgroup"


class Processors:
    """Tells from the number of processes that run or want to whether one of them has to wait."""

    def __init__(self, running: str = _RUNNING) -> None:
        self._count = usable()
        self._running = -1
        if self._count > 1:
            with suppress(OSError):
                self._running = os.open(running, os.O_RDONLY)

    def are_enough(self) -> bool:
        """For everybody who has something to do; False where the system does not tell."""
        if self._running < 0:
            return False
        try:
            running = int(os.pread(self._running, 64, 0).partition(b"/")[0].rpartition(b" ")[2])
        except (OSError, ValueError):
            return False
        return 0 < running <= self._count  # we run ourselves, so 0 means that nobody counts

    def close(self) -> None:
        if self._running >= 0:
            os.close(self._running)
            self._running = -1


def usable() -> int:
    """The processors that this process may use, within what its container was given."""
    limit = _limit()
    return _allowed() if limit is None else min(_allowed(), limit)


def _allowed() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _limit() -> int | None:
    """Whole processors in the limit of the control group; None without one."""
    try:
        place = Path(_GROUP).read_text("utf-8").partition("0::")[2].strip()
        limit, period = Path(f"{_GROUPS}{place}/cpu.max").read_text("utf-8").split()
        return int(limit) // int(period)
    except (OSError, ValueError):
        return None
