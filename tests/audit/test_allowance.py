"""The fuzz of an audit is bounded by calls first, by time second, whatever the catalog."""

import pytest

from mcptest.audit.allowance import ALL_CALLS, CALLS, Allowance


def counted(allowed, clock):
    """How often a call was allowed before the first refusal."""
    may_call = allowed.begin(clock)
    return next(number for number in range(10_000) if not may_call())


@pytest.mark.parametrize("tools", [1, 8, 20, 90, 100])
def test_all_tools_together_keep_to_the_calls(tools):
    allowed = Allowance.for_each_of(tools)

    made = counted(allowed, lambda: 0.0)

    assert made == allowed.calls <= CALLS
    assert made * tools <= ALL_CALLS
    assert allowed.cases <= made


def test_a_huge_catalog_still_has_every_tool_tried():
    assert Allowance.for_each_of(10_000).cases > 0


def test_no_tool_at_all_is_no_division_by_zero():
    assert Allowance.for_each_of(0).calls == CALLS


def test_the_start_of_a_slow_server_does_not_count():
    times = iter([0.0, 100.0, 100.0, 100.0 + Allowance.for_each_of(1).seconds])

    assert counted(Allowance.for_each_of(1), lambda: next(times)) == 2
