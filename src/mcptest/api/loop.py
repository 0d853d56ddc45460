"""Run asynchronous work from synchronous code."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from mcptest.errors import UsageError

__tracebackhide__ = True  # pytest then shows the line of the caller

T = TypeVar("T")


def wait_for(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end on a loop that lives as long."""
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        return blocking(runner, work)


def blocking(runner: asyncio.Runner, work: Coroutine[Any, Any, T]) -> T:
    """Run to the end, unless a loop that is running would stand still meanwhile.

    Raises: UsageError.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return runner.run(work)
    work.close()
    raise UsageError(
        "loop-running",
        "this call would block the running event loop",
        hint="in async code, use AsyncClient, run_async or grade_async",
    )
