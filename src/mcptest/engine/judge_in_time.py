"""Judging that cannot hold up the tests which run at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from mcptest.match.search_limit import SlowSearchError, short_limit

T = TypeVar("T")


async def judge_in_time(judge: Callable[[], T]) -> T:
    """Judge in place, as is quickest; once more in a thread where a search turns out to be slow."""
    try:
        with short_limit():
            return judge()
    except SlowSearchError:
        return await asyncio.to_thread(judge)
