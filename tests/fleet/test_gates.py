"""Gates: a floor for the grade, and nothing worse than before."""

import pytest

from mcptest.fleet.gates import compared, judged
from mcptest.fleet.history import Before
from mcptest.fleet.inventory.shape import Gates
from mcptest.fleet.result import ResultPart, ServerStatus

FAILED, PASSED = ServerStatus.FAILED, ServerStatus.PASSED


def part(exit_code):
    return ResultPart(document="d", exit_code=exit_code, duration_ms=1.0, summary={})


def test_without_gates_a_server_is_as_it_ended(row):
    for status in ServerStatus:
        assert judged(row(status=status), Gates()).status is status


@pytest.mark.parametrize(
    ("grade", "status"),
    [("A+", PASSED), ("B", PASSED), ("C", FAILED), ("F", FAILED), (None, FAILED)],
)
def test_the_grade_must_reach_the_floor(row, grade, status):
    found = judged(row(status=FAILED, grade=grade, reason="a rule"), Gates(min_grade="B"))
    assert found.status is status
    assert found.gates[0].passed is (status is PASSED)
    assert (found.reason is None) is (status is PASSED)


def test_what_no_grade_speaks_of_fails_the_server_as_it_fails_an_audit(row):
    hung = ("probe::one::search", "compliance::one::RES-110")
    found = judged(row(status=FAILED, grade="A", failures=hung), Gates(min_grade="B"))
    assert found.status is FAILED
    assert "probe::one::search" in found.reason
    graded = row(status=FAILED, grade="B", failures=hung[1:])
    assert judged(graded, Gates(min_grade="B")).status is PASSED


def test_without_regression_old_failures_are_accepted(row):
    old = row(status=FAILED, grade="A", failures=("probe::one::search",))
    found = judged(old, Gates(min_grade="B", no_regression=True), Before("r0", old))
    assert found.status is PASSED


def test_a_grade_whose_calls_were_not_all_made_does_not_reach_the_floor(row):
    found = judged(row(grade="A", calls_left=1), Gates(min_grade="B"))
    assert (found.status, found.gates[0].passed) == (FAILED, False)
    assert "budget" in found.reason


def test_a_suite_that_failed_fails_its_server_whatever_the_grade(row):
    found = judged(row(status=FAILED, grade="A", reason="r", suite=part(1)), Gates(min_grade="B"))
    assert (found.status, found.reason) == (FAILED, "r")
    assert judged(row(grade="A", suite=part(0)), Gates(min_grade="B")).status is PASSED


@pytest.mark.parametrize("status", [s for s in ServerStatus if s not in {PASSED, FAILED}])
def test_what_could_not_be_judged_is_not_passed_by_a_gate(row, status):
    assert judged(row(status=status, grade="A"), Gates(min_grade="F")).status is status


def test_the_first_run_cannot_have_regressed(row):
    found = judged(row(status=FAILED, grade="D"), Gates(no_regression=True))
    assert found.status is PASSED
    assert "no earlier run" in found.gates[0].note


@pytest.mark.parametrize(
    ("then", "now", "good"),
    [
        ({"grade": "B", "score": 85.0}, {"grade": "B", "score": 85.0}, True),
        ({"grade": "B", "score": 85.0}, {"grade": "A", "score": 95.0}, True),
        ({"grade": "A", "score": 95.0}, {"grade": "B", "score": 85.0}, False),
        ({"grade": "A", "score": 95.0}, {"grade": "A", "score": 94.0}, False),
        ({"grade": "A", "score": 95.0}, {"grade": "A", "score": 94.99}, True),
        ({"failures": ("a",)}, {"failures": ("a", "b", "c")}, False),
        ({"failures": ("a", "b")}, {"failures": ("b",)}, True),
        ({"grade": "A", "score": 95.0}, {"grade": None, "score": None}, False),
        ({"grade": "A"}, {"grade": None, "stages": ("compliance", "lint")}, False),
        ({"grade": "A"}, {"grade": None, "stages": ("lint",)}, True),
        ({"stages": ("lint",)}, {"failures": ("a",), "stages": ("lint",)}, False),
        ({"stages": ("lint",)}, {"failures": ("a",), "stages": ("lint", "fuzz")}, True),
    ],
)
def test_nothing_may_be_worse_than_before(row, then, now, good):
    floor = Before("r0", row(status=FAILED, **then))
    found = judged(row(status=FAILED, **now), Gates(no_regression=True), floor)
    assert (found.status is PASSED) is good
    assert "r0" in found.gates[0].note


def test_a_server_is_held_against_its_floor_and_not_against_the_newest_run(row):
    newest, floor = Before("r1", row(grade="B")), Before("r0", row(grade="A"))
    found = judged(compared(row(grade="B"), newest), Gates(no_regression=True), floor)
    assert (found.status, found.since.run) == (FAILED, "r1")
    assert found.reason == "since r0: the grade went from A to B"


def test_what_broke_and_what_was_mended_is_told(row):
    found = compared(row(failures=("b", "c")), Before("r0", row(failures=("a", "b"))))
    assert (found.since.broke, found.since.fixed) == (("c",), ("a",))


def test_what_was_not_looked_at_has_not_been_mended(row):
    before = Before("r0", row(status=FAILED, failures=("a",), stages=("compliance", "lint")))
    assert compared(row(stages=("lint",)), before).since.fixed == ()
    assert compared(row(stages=("lint", "compliance")), before).since.fixed == ("a",)


def test_a_server_that_was_not_judged_before_has_broken_nothing_new(row):
    gone = Before("r0", row(status=ServerStatus.UNREACHABLE))
    assert compared(row(status=FAILED, failures=("a",)), gone).since.broke == ()
    assert compared(row(), None).since is None
