"""A tool whose valid call is slow gets no bad or odd input."""

import asyncio

import pytest

from mcptest.audit.pulse import SLOW, Pulse
from mcptest.engine.case import Case, Observation
from mcptest.model.outcome import Lane, SkipReason


def after_a_call_of(seconds):
    """What the next stage of that tool comes to."""

    async def call(_context):
        return Observation(targets={"duration_ms": seconds * 1000})

    async def again(_context):
        return Observation(notes=("called again",))

    async def both():
        pulse = Pulse()
        case = Case(id="probe::x", name="x", lane=Lane.PROBE, observe=call)
        await pulse.taking(case)(None)
        return await pulse.unless_slow("x", again)(None)

    return asyncio.run(both())


@pytest.mark.parametrize("seconds", [0.0, SLOW - 0.1])
def test_a_quick_tool_is_called_again(seconds):
    assert after_a_call_of(seconds).notes == ("called again",)


def test_a_slow_tool_is_not_and_the_skip_says_why():
    seen = after_a_call_of(SLOW)

    assert seen.notes == ()
    assert seen.skip.reason is SkipReason.BUDGET_EXHAUSTED
    assert "took 3.0 s" in seen.skip.detail
