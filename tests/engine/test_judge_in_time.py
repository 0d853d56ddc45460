"""A slow search is cut after its second, and nobody else waits for it."""

import asyncio
from dataclasses import replace

import pytest
from tests.engine.bench import case, execute, server

from mcptest.engine.case import Observation
from mcptest.engine.judge_in_time import judge_in_time
from mcptest.match.bind import bind
from mcptest.match.expectation import Expectation
from mcptest.match.matcher import MatchContext
from mcptest.match.path import Path
from mcptest.match.search_limit import SHORT, SlowSearchError
from mcptest.model.outcome import Lane, Status

SLOW = "(a+)+$"
TEXT = "a" * 50_000 + "!"


def regex():
    return bind({"regex": SLOW}).compare(TEXT, MatchContext())


def query():
    return Path.parse(f"$.a[?search(@, '{SLOW[:-1]}b')]").resolve({"a": [TEXT]})


def many_nodes():
    return Path.parse("$..*..*..*").resolve({"a": [[[0] * 30] * 30] * 30})


async def others_meanwhile(work):
    """How often others had their turn while the work was under way, and what came of it."""
    task, turns = asyncio.ensure_future(work), 0
    while not task.done():
        await asyncio.sleep(0)
        turns += 1
    return turns, await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("judge", [regex, query])
def test_others_go_on_while_a_search_takes_its_second(judge):
    turns, (found,) = asyncio.run(others_meanwhile(judge_in_time(judge)))
    assert turns > 5  # in place, the search would leave them two
    said = getattr(found, "reason", str(found))
    assert "timed out" in said or "more than 1 s" in said


@pytest.mark.parametrize("judge", [regex, query, many_nodes])
def test_in_haste_a_slow_search_is_given_up_at_once(judge):
    told = SHORT.set(True)
    try:
        with pytest.raises(SlowSearchError):
            judge()
    finally:
        SHORT.reset(told)


def test_what_is_quick_is_judged_in_place():
    threads = []

    def judge():
        import threading

        threads.append(threading.current_thread())
        return bind({"regex": "^a+!$"}).compare(TEXT, MatchContext())

    assert asyncio.run(judge_in_time(judge)) is None
    assert [thread.name for thread in threads] == ["MainThread"]


@pytest.mark.parametrize(
    ("lane", "status"), [(Lane.TOOLS, Status.FAILED), (Lane.COMPLIANCE, Status.SKIPPED)]
)
@pytest.mark.parametrize("where", ["judging", "observing"])
def test_what_is_too_much_to_look_through_is_no_error_of_ours(lane, status, where, monkeypatch):
    """A server decides how much it says; a rule is undecided then, a test does not hold."""
    monkeypatch.setattr("mcptest.match.search_limit.SECONDS", 0.05)
    expect = Expectation(Path.parse("$.a[?search(@, '(a+)+b')]"), bind({"absent": True}))

    async def observe(context):
        if where == "observing":
            expect.target.resolve({"a": [TEXT]})
        return Observation(roots={"a": [TEXT]})

    made = replace(case("slow", observe), lane=lane, expect=(expect,))
    finished, _ = execute([made], server())
    [found] = finished.cases
    assert found.status is status
    told = found.skip.detail if found.skip else found.findings[0].message
    assert "the query took more than" in told
