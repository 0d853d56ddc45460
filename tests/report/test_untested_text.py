"""What an audit did not test is told by its true reason."""

from dataclasses import replace

import pytest
from tests.report.sample import nasty_run

from mcptest.model.grade import Compliance
from mcptest.model.outcome import CaseResult, Lane, Skip, SkipReason, Status
from mcptest.model.run import CallRecord
from mcptest.report.untested_text import untested_lines, untested_rules

BUDGET, REFUSED = SkipReason.BUDGET_EXHAUSTED, SkipReason.REFUSED_BY_POLICY


def lines(*skips, called=True):
    cases = [
        CaseResult(f"{lane}::s::t", "t", lane, "s", Status.SKIPPED, skip=Skip(reason, detail))
        for lane, reason, detail in skips
    ]
    calls = (CallRecord("s", "t", "Mutating", "ExecuteOnce", "probe", called=called),)
    return "\n".join(untested_lines(nasty_run(cases=tuple(cases), calls=calls)))


@pytest.mark.parametrize(
    ("skip", "said"),
    [
        ((Lane.FUZZ, BUDGET, "a valid call to t took 3.4 s"), "slower than"),
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


def test_a_tool_that_was_called_once_is_not_said_to_be_destructive():
    said = lines(
        (Lane.PROBE, REFUSED, "t is mutating; it was already called once in this run"),
        (Lane.FUZZ, REFUSED, "t is mutating: called only once, with valid arguments"),
    )

    assert said.count("called once with valid arguments") == 1
    assert "destructive" not in said


def test_a_tool_that_nothing_called_is_not_said_to_be_called_once():
    skip = (Lane.FUZZ, REFUSED, "t is mutating: called only once, with valid arguments")

    assert "called once" not in lines(skip, called=False)


def test_doctor_names_the_command_that_takes_fixtures():
    skip = Skip(SkipReason.NEEDS_FIXTURE, "needs a hint: compliance.hints.slow_tool")
    case = CaseResult("doctor::s::X", "X", Lane.DOCTOR, "s", Status.SKIPPED, skip=skip)
    said = "\n".join(untested_rules(nasty_run(cases=(case,), command="doctor")))
    assert "mcptest compliance run" in said
    assert "slow_tool (1 check)" in said


def test_a_security_check_is_not_counted_as_a_tool():
    assert lines((Lane.SECURITY, SkipReason.NOT_APPLICABLE, "no tool was called")) == ""


def test_a_grade_names_one_option_that_lists_what_was_not_tested():
    cases = tuple(
        CaseResult(f"c::s::{n}", n, Lane.COMPLIANCE, "s", Status.SKIPPED, skip=skip)
        for n, skip in (
            ("A", Skip(SkipReason.CANNOT_TELL, "one reason")),
            ("B", Skip(SkipReason.CANNOT_TELL, "another")),
        )
    )
    said = "\n".join(untested_rules(nasty_run(cases=cases, command="compliance run")))
    assert "-v" in said
    assert "--format json" not in said


def test_rules_at_several_revisions_are_counted_as_checks():
    skip = Skip(SkipReason.OTHER_TRANSPORT, "only over HTTP")
    case = CaseResult("c", "RULE-001", Lane.COMPLIANCE, "s", Status.SKIPPED, skip=skip)
    one = Compliance("v2025-11-25", "A", 99.0, "T1")
    two = replace(one, revisions=(replace(one, spec_version="v2025-06-18"), one))
    for graded, said in ((one, "2 rules"), (two, "2 checks")):
        run = nasty_run(cases=(case, case), command="compliance run", compliance=graded)
        assert said in "\n".join(untested_rules(run))


def test_what_was_left_out_is_named_by_the_checks_that_were_skipped():
    tell, words = SkipReason.CANNOT_TELL, "t rejected every valid call"
    both = lines((Lane.NEGATIVE_PATH, tell, words), (Lane.FUZZ, tell, words))
    assert "1 tool   not fuzzed or tested with bad input, because no valid call" in both
    assert "1 tool   not fuzzed, because no valid call" in lines((Lane.FUZZ, tell, words))


def test_a_few_inconclusive_rules_have_their_reasons_and_many_have_them_if_asked():
    def cases(number):
        return tuple(
            CaseResult(f"c::s::{n}", f"{n}", Lane.COMPLIANCE, "s", Status.SKIPPED, skip=skip)
            for n in range(number)
            for skip in (Skip(SkipReason.CANNOT_TELL, f"reason {n}"),)
        )

    few, many = nasty_run(cases=cases(2)), nasty_run(cases=cases(9))
    assert "reason 1" in "\n".join(untested_lines(few))
    assert "use -v" in "\n".join(untested_lines(many))
    assert "reason 8" in "\n".join(untested_lines(many, verbose=True))


def test_a_tool_that_only_rules_called_is_not_said_to_be_uncalled():
    skip = (Lane.FUZZ, SkipReason.NOT_APPLICABLE, "t must be called as a task")
    assert "called only by protocol rules" in lines(skip)
    assert "only callable as a task" in lines(skip, called=False)
