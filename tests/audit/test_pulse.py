"""A tool whose valid call is slow gets no bad or odd input."""

import asyncio

import pytest

from mcptest.audit.pulse import SLOW_AFTER, Pulse
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
        pulse = Pulse()
        case = Case(id="probe::x", name="x", lane=Lane.PROBE, observe=call)
        await pulse.taking(case)(NOBODY)
        return await pulse.unless_slow("x", again)(NOBODY)

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
        pulse = Pulse({"x": case} if at_once else {})
        if not at_once:
            await pulse.taking(case)(NOBODY)
        first = await pulse.unless_slow("x", again)(NOBODY)
        return first, await pulse.unless_slow("x", again)(NOBODY)

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
