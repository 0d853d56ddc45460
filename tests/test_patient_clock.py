"""The clock of the tests: what was lost does not count, what was waited for does."""

import asyncio
import time

import pytest

from mcptest.interruption.suspend import new_loop

HELD_UP = 0.3


@pytest.fixture(params=[asyncio.new_event_loop, new_loop])
def loop(request):
    made = request.param()
    yield made
    made.close()


def test_a_limit_is_not_over_because_the_machine_stood_still(loop):
    async def held_up():
        async with asyncio.timeout(0.25):
            for _ in range(3):
                time.sleep(HELD_UP)  # noqa: ASYNC251 - what a machine does that is busy with others
                await asyncio.sleep(0)

    loop.run_until_complete(held_up())


def test_the_clock_never_goes_back(loop):
    async def watch():
        seen = []
        for seconds in (0.0, 0.1, 0.0, 0.06):
            seen.append(loop.time())
            time.sleep(seconds)  # noqa: ASYNC251 - as above
            seen.append(loop.time())
            await asyncio.sleep(0)
        return seen

    seen = loop.run_until_complete(watch())
    assert seen == sorted(seen)


def test_a_limit_is_over_when_nothing_came(loop):
    async def silent():
        async with asyncio.timeout(0.01):
            await asyncio.Event().wait()

    with pytest.raises(TimeoutError):
        loop.run_until_complete(silent())


def test_talk_without_end_does_not_stop_the_clock(loop):
    async def talk():
        async with asyncio.timeout(0.01):
            while True:  # noqa: ASYNC110 - the talk itself
                await asyncio.sleep(0)

    with pytest.raises(TimeoutError):
        loop.run_until_complete(talk())
