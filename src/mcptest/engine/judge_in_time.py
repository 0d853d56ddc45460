"""Judge without blocking the tests that run at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from mcptest.match.search_limit import SHORT, SlowSearchError

T = TypeVar("T")


async def judge_in_time(judge: Callable[[], T]) -> T:
    """Judge in place, as is quickest; once more in a thread where a search turns out to be slow."""
    told = SHORT.set(True)
    try:
        return judge()
    except SlowSearchError:
        pass
    finally:
        SHORT.reset(told)
    return await asyncio.to_thread(judge)
