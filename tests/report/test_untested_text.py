"""What an audit did not test is told by its true reason."""

import pytest
from tests.report.sample import nasty_run

from mcptest.model.outcome import CaseResult, Lane, Skip, SkipReason, Status
from mcptest.report.untested_text import untested_lines

BUDGET, REFUSED = SkipReason.BUDGET_EXHAUSTED, SkipReason.REFUSED_BY_POLICY


def lines(*skips):
    cases = [
        CaseResult(f"{lane}::s::t", "t", lane, "s", Status.SKIPPED, skip=Skip(reason, detail))
        for lane, reason, detail in skips
    ]
    return "\n".join(untested_lines(nasty_run(cases=tuple(cases))))


@pytest.mark.parametrize(
    ("skip", "said"),
    [
        ((Lane.FUZZ, BUDGET, "a valid call to t took 3.4 s"), "too slow"),
        ((Lane.PROBE, BUDGET, "the budget of 1 is used up"), "raise --max-calls"),
        ((Lane.COMPLIANCE, BUDGET, "the budget of 1 is used up"), "raise --max-calls"),
        ((Lane.PROBE, REFUSED, "t is destructive; pass --execute-destructive"), "destructive"),
        ((Lane.PROBE, REFUSED, "t: --call-only none calls nothing"), "because of --call-only"),
        ((Lane.FUZZ, REFUSED, "t is presumed; or pass --fuzz-presumed"), "--fuzz-presumed"),
        ((Lane.FUZZ, REFUSED, "t is mutating: called called once"), "called once"),
        ((Lane.COMPLIANCE, SkipReason.OTHER_TRANSPORT, "x"), "another transport"),
    ],
)
def test_each_reason_has_its_own_words(skip, said):
    assert said in lines(skip)


def test_a_slow_tool_is_not_said_to_be_out_of_budget():
    assert "budget" not in lines((Lane.FUZZ, BUDGET, "a valid call to t took 3.4 s"))
