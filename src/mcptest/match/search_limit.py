"""Run a search that may be slow: briefly in place, then in a thread for up to a second."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, Final

SECONDS: Final = 1.0
MOMENT: Final = 0.02  # nearly every search ends long before
# Where it is set, a slow search raises SlowSearchError instead of holding up others.
SHORT: ContextVar[bool] = ContextVar("short_limit", default=False)


class SlowSearchError(Exception):
    """More than a moment; to be done again where it may take its second."""


def allowed() -> float:
    """How many seconds a search may take here."""
    return MOMENT if SHORT.get() else SECONDS


def give_up() -> Exception:
    """What to raise after that."""
    return SlowSearchError() if SHORT.get() else TimeoutError()


def search(pattern: Any, text: str, *, whole: bool = False) -> bool:
    """Whether a pattern of ``regex`` is found in a text, or fits all of it.

    Raises: TimeoutError; SlowSearchError where a search must be short.
    """
    run = pattern.fullmatch if whole else pattern.search
    try:
        # concurrent lets other threads run, and costs as good as nothing.
        return run(text, timeout=allowed(), concurrent=True) is not None
    except TimeoutError:
        raise give_up() from None
