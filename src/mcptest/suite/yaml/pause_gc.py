"""Pause garbage collection while a file is read: there is none, and searching doubles the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected(*, for_good: bool = False) -> Iterator[None]:
    """Collect nothing inside; ``for_good`` spares what was made every later search as well."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
        if for_good:
            gc.freeze()
    finally:
        if was_on:
            gc.enable()
