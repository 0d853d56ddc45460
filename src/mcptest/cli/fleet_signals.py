"""SIGINT and SIGTERM handed to whoever can stop in good order."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def heard(act: Callable[[int], None]) -> Iterator[None]:
    """While this lasts, a signal calls ``act`` instead of ending the program."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda got, _frame: act(got)) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
