"""A slow search is cut after its second, and nobody else waits for it."""

import asyncio

import pytest

from mcptest.engine.patiently import patiently
from mcptest.match.bind import bind
from mcptest.match.matcher import MatchContext
from mcptest.match.path import Path
from mcptest.match.patience import SECONDS, TakesLongError, haste

SLOW = "(a+)+$"
TEXT = "a" * 50_000 + "!"


def regex():
    return bind({"regex": SLOW}).compare(TEXT, MatchContext())


def query():
    return Path.parse(f"$.a[?search(@, '{SLOW[:-1]}b')]").resolve({"a": [TEXT]})


def many_nodes():
    return Path.parse("$..*..*..*").resolve({"a": [[[0] * 30] * 30] * 30})


async def longest_gap(work):
    """The most that the loop stood still while the work was under way."""
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(work)
    gap, last = 0.0, loop.time()
    while not task.done():
        await asyncio.sleep(0.005)
        gap, last = max(gap, loop.time() - last), loop.time()
    return gap, await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("judge", [regex, query])
def test_others_go_on_while_a_search_takes_its_second(judge):
    gap, (found,) = asyncio.run(longest_gap(patiently(judge)))
    assert gap < SECONDS / 2
    said = getattr(found, "reason", str(found))
    assert "timed out" in said or "more than 1 s" in said


@pytest.mark.parametrize("judge", [regex, query, many_nodes])
def test_in_haste_a_slow_search_is_given_up_at_once(judge):
    with haste(), pytest.raises(TakesLongError):
        judge()


def test_what_is_quick_is_judged_in_place():
    threads = []

    def judge():
        import threading

        threads.append(threading.current_thread())
        return bind({"regex": "^a+!$"}).compare(TEXT, MatchContext())

    assert asyncio.run(patiently(judge)) is None
    assert [thread.name for thread in threads] == ["MainThread"]
