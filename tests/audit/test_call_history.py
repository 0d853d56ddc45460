"""A tool whose valid call is slow gets no bad or odd input."""

import asyncio

import pytest

from mcptest.audit.call_history import SLOW_AFTER, CallHistory
from mcptest.engine.case import Case, Observation
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import Lane, SkipReason
from mcptest.model.valid_calls import CallOutcome


class Nobody:
    """A context that opened nothing."""

    async def release_own(self):
        pass


NOBODY = Nobody()


def after_a_call_of(seconds):
    """What the next stage of that tool comes to."""

    async def call(_context):
        return Observation(targets={"duration_ms": seconds * 1000})

    async def again(_context):
        return Observation(notes=("called again",))

    async def both():
        history = CallHistory()
        case = Case(id="probe::x", name="x", lane=Lane.PROBE, observe=call)
        await history.taking(case)(NOBODY)
        return await history.unless_slow("x", again)(NOBODY)

    return asyncio.run(both())


@pytest.mark.parametrize("seconds", [0.0, SLOW_AFTER - 0.1])
def test_a_quick_tool_is_called_again(seconds):
    assert after_a_call_of(seconds).notes == ("called again",)


def test_a_slow_tool_is_not_and_the_skip_says_why():
    seen = after_a_call_of(SLOW_AFTER)

    assert seen.notes == ()
    assert seen.skip.reason is SkipReason.BUDGET_EXHAUSTED
    assert "took 3.0 s" in seen.skip.detail


def after_a_call_that(outcome, seen=None, *, at_once=False):
    """What the next stage of a tool comes to whose valid call ended like that."""

    async def call(_context):
        finding = Finding("PROBE-EXCEPTION", Severity.ERROR, "KeyError: 'x'")
        found = (finding,) if outcome is CallOutcome.CRASHED else ()
        return Observation(targets={"outcome": outcome.value}, findings=found)

    async def again(_context):
        return seen or Observation(notes=("called again",))

    async def both():
        case = Case(id="probe::x", name="x", lane=Lane.PROBE, observe=call)
        history = CallHistory({"x": case} if at_once else {})
        if not at_once:
            await history.taking(case)(NOBODY)
        first = await history.unless_slow("x", again)(NOBODY)
        return first, await history.unless_slow("x", again)(NOBODY)

    return asyncio.run(both())


NEVER = [CallOutcome.REJECTED, CallOutcome.CRASHED, CallOutcome.UNANSWERED]


@pytest.mark.parametrize("outcome", NEVER)
def test_bad_input_to_a_tool_that_never_succeeded_proves_nothing(outcome):
    seen, _ = after_a_call_that(outcome)
    assert seen.skip.reason is SkipReason.CANNOT_TELL
    assert seen.notes == ("called again",)


def test_bad_input_to_a_tool_that_works_counts():
    seen, _ = after_a_call_that(CallOutcome.SUCCEEDED)
    assert seen.skip is None


def test_what_such_a_tool_does_wrong_is_still_found():
    hung = Observation(findings=(Finding("FAULT-FUZZ-HANG", Severity.ERROR, "hung"),))
    seen, _ = after_a_call_that(CallOutcome.REJECTED, hung)
    assert (seen.skip, seen.findings) == (None, hung.findings)


def test_a_fuzz_in_which_a_call_succeeded_counts():
    fuzzed = Observation(targets={"fuzz.succeeded": 3})
    seen, _ = after_a_call_that(CallOutcome.REJECTED, fuzzed)
    assert seen.skip is None


def test_without_a_stage_of_valid_calls_one_is_made_first_and_once():
    first, second = after_a_call_that(CallOutcome.CRASHED, at_once=True)
    assert [finding.id for finding in first.findings] == ["PROBE-EXCEPTION"]
    assert second.skip.reason is SkipReason.CANNOT_TELL


def test_a_call_beside_the_others_is_waited_for_by_those_who_call_that_tool_again():
    async def body():
        order, answered = [], asyncio.Event()
        history = CallHistory()

        async def call(_context):
            await answered.wait()
            order.append("first call")
            return Observation(targets={"duration_ms": 1.0})

        async def again(name):
            async def observe(_context):
                order.append(f"{name} again")
                answered.set()
                return Observation()

            return await history.unless_slow(name, observe)(NOBODY)

        case = Case(id="probe::x", name="x", lane=Lane.PROBE, observe=call)
        first = history.taking_beside(case)
        await asyncio.gather(again("x"), first(NOBODY), again("y"))
        return order

    assert asyncio.run(body()) == ["y again", "first call", "x again"]


def test_more_calls_wait_for_the_process_that_they_use():
    async def body():
        order, free = [], asyncio.Event()

        async def again(_context):
            order.append("called")
            return Observation()

        async def let_go():
            order.append("free")
            free.set()

        history = CallHistory(free=free.wait)
        await asyncio.gather(history.unless_slow("x", again)(NOBODY), let_go())
        return order

    assert asyncio.run(body()) == ["free", "called"]
