"""Judging that cannot hold up the tests which run at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from mcptest.match.patience import TakesLongError, haste

T = TypeVar("T")


async def patiently(judge: Callable[[], T]) -> T:
    """Judge in place, as is quickest; once more in a thread where a search turns out to be slow."""
    try:
        with haste():
            return judge()
    except TakesLongError:
        return await asyncio.to_thread(judge)
