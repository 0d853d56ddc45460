"""Closing goes on to its end, also when it is told again and again to stop."""

import asyncio

import pytest

from mcptest.wire.uninterrupted import uninterrupted


def test_the_value_of_the_work_is_given():
    async def work():
        await asyncio.sleep(0)
        return 3

    assert asyncio.run(uninterrupted(work())) == 3


def test_being_cancelled_hurries_the_work_and_is_raised_after_it():
    told = []

    async def work():
        for _ in range(2):
            try:
                await asyncio.sleep(30)
            except asyncio.CancelledError:
                told.append("hurry")
        told.append("done")

    async def body():
        task = asyncio.ensure_future(uninterrupted(work()))
        for _ in range(2):
            await asyncio.sleep(0.01)
            task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(asyncio.wait_for(body(), 20))
    assert told == ["hurry", "hurry", "done"]
