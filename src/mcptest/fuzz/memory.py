"""Whether a server process keeps growing while it is called."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

_MIB: Final = 1024 * 1024
_LEAST_SAMPLES: Final = 4
_LEAST_GROWTH: Final = 48 * _MIB
_FACTOR: Final = 1.5


class MemoryWatch:
    """Resident memory of one process, sampled now and then; a restart begins anew."""

    def __init__(self) -> None:
        self._pid: int | None = None
        self._samples: list[int] = []

    def sample(self, pid: int | None) -> None:
        if pid != self._pid:
            self._pid, self._samples = pid, []
        size = None if pid is None else _resident(pid)
        if size is not None:
            self._samples.append(size)

    def growth(self) -> str | None:
        """In words, where it grew all the way and by much; None where it did not."""
        samples = self._samples
        if len(samples) < _LEAST_SAMPLES:
            return None
        first, last = samples[0], samples[-1]
        rising = all(later >= earlier for earlier, later in pairwise(samples))
        if not rising or last - first < _LEAST_GROWTH or last < first * _FACTOR:
            return None
        return f"from {first // _MIB} to {last // _MIB} MiB without ever falling"


def _resident(pid: int) -> int | None:
    import psutil

    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return None
