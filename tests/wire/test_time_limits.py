"""Blocks of code with a time limit share one timer and are cancelled one by one."""

from __future__ import annotations

import asyncio

import pytest

from mcptest.wire.deadlines import TimeLimit, TimeLimits


def within(limits: TimeLimits, seconds: float) -> TimeLimit:
    return limits.until(asyncio.get_running_loop().time() + seconds)


async def hang(limits: TimeLimits, seconds: float) -> None:
    with within(limits, seconds):
        await asyncio.Event().wait()


@pytest.mark.parametrize("seconds", [0, 0.01])
def test_a_block_that_takes_too_long_ends_with_a_timeout(seconds) -> None:
    async def run() -> int:
        with pytest.raises(TimeoutError):
            await hang(TimeLimits(), seconds)
        return asyncio.current_task().cancelling()

    assert asyncio.run(run()) == 0


def test_a_later_block_with_a_shorter_limit_ends_first() -> None:
    ended = []

    async def block(limits: TimeLimits, seconds: float) -> None:
        with pytest.raises(TimeoutError):
            await hang(limits, seconds)
        ended.append(seconds)

    async def run() -> None:
        limits = TimeLimits()
        await asyncio.gather(block(limits, 0.05), block(limits, 0.01))

    asyncio.run(run())
    assert ended == [0.01, 0.05]


def test_a_block_that_ended_in_time_is_not_cancelled_later() -> None:
    async def run() -> None:
        limits = TimeLimits()
        with within(limits, 0.01):
            pass
        with pytest.raises(TimeoutError):
            await hang(limits, 0.02)

    asyncio.run(run())


def test_a_cancellation_by_somebody_else_is_not_a_timeout() -> None:
    async def run() -> None:
        task = asyncio.create_task(hang(TimeLimits(), 10))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())


def test_a_block_that_still_runs_keeps_its_limit() -> None:
    async def run() -> None:
        limits = TimeLimits()
        task = asyncio.create_task(hang(limits, 0.01))
        await asyncio.sleep(0)
        limits.rest()
        with pytest.raises(TimeoutError):
            await task

    asyncio.run(run())


def test_no_timer_is_left_behind() -> None:
    async def run() -> list[asyncio.TimerHandle]:
        limits = TimeLimits()
        with within(limits, 10):
            pass
        limits.rest()
        return [each for each in asyncio.get_running_loop()._scheduled if not each.cancelled()]

    assert asyncio.run(run()) == []
