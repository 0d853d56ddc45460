"""Searches that may take long: a moment in place, a second where nobody waits for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

SECONDS: Final = 1.0
MOMENT: Final = 0.02  # nearly every search ends long before
_SHORT: ContextVar[bool] = ContextVar("short_limit", default=False)


class SlowSearchError(Exception):
    """More than a moment; to be done again where it may take its second."""


@contextmanager
def short_limit() -> Iterator[None]:
    """Inside of it a slow search raises TakesLongError instead of holding up others."""
    told = _SHORT.set(True)
    try:
        yield
    finally:
        _SHORT.reset(told)


def allowed() -> float:
    """How many seconds a search may take here."""
    return MOMENT if _SHORT.get() else SECONDS


def give_up() -> Exception:
    """What to raise after that."""
    return SlowSearchError() if _SHORT.get() else TimeoutError()


def search(pattern: Any, text: str, *, whole: bool = False) -> bool:
    """Whether a pattern of ``regex`` is found in a text, or fits all of it.

    Raises: TimeoutError; TakesLongError in haste.
    """
    run = pattern.fullmatch if whole else pattern.search
    try:
        # concurrent lets other threads run, and costs as good as nothing.
        return run(text, timeout=allowed(), concurrent=True) is not None
    except TimeoutError:
        raise give_up() from None
