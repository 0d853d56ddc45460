from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.compliance.grade import (
    LETTERS,
    exercised_of,
    grade,
    is_incomplete,
    letter,
    next_grade,
    score_of,
    tier,
)
from mcptest.model.grade import Level, NextGrade, RuleVerdict
from mcptest.model.outcome import Skip, SkipReason, Status

M, S, Y = Level.MUST, Level.SHOULD, Level.MAY
P, F, W, K = Status.PASSED, Status.FAILED, Status.WARNED, Status.SKIPPED


def verdicts(*groups, section="tools", reason=SkipReason.NEEDS_FIXTURE):
    made = []
    for level, status, count in groups:
        for _ in range(count):
            skip = Skip(reason, "…") if status is K else None
            made.append(RuleVerdict(f"R-{len(made):03}", level, section, status, skip))
    return made


@pytest.mark.parametrize(
    ("groups", "score"),
    [
        ([(M, P, 1)], 100.0),
        ([(M, P, 1), (M, F, 1)], 50.0),
        ([(M, P, 9), (S, W, 1)], 96.8),
        ([(S, P, 1), (Y, W, 1)], 75.0),
        ([(M, F, 3)], 0.0),
        ([(M, P, 1), (M, K, 9)], 100.0),
        ([(M, K, 9)], None),
        ([], None),
    ],
)
def test_the_score_weighs_must_ten_should_three_may_one(groups, score):
    assert score_of(verdicts(*groups)) == score


@pytest.mark.parametrize(
    ("groups", "wanted"),
    [
        ([(M, P, 9)], "A+"),
        ([(M, P, 9), (Y, W, 1)], "A"),
        ([(M, P, 9), (M, K, 1)], "A+"),
        ([(M, P, 9), (M, F, 1)], "B"),
        ([(M, P, 99), (M, F, 1)], "B"),
        ([(M, P, 99), (M, F, 2)], "B"),
        ([(M, P, 99), (M, F, 3)], "C"),
        ([(M, P, 99), (M, F, 5)], "C"),
        ([(M, P, 99), (M, F, 6)], "D"),
        ([(M, P, 8), (M, F, 2)], "B"),
        ([(M, P, 7), (M, F, 2), (M, K, 1)], "C"),
        ([(M, P, 6), (M, F, 4)], "D"),
        ([(M, P, 5), (M, F, 5)], "F"),
        ([(M, P, 9), (S, W, 10)], "C"),
        ([], None),
    ],
)
def test_the_letter_follows_the_score_and_is_capped_by_failed_musts(groups, wanted):
    assert letter(verdicts(*groups)) == wanted


def test_a_failed_foundation_is_an_f_whatever_the_score():
    found = verdicts((M, P, 99), (M, F, 1))
    assert letter(found, foundations={found[-1].id}) == "F"
    assert letter(found, foundations={found[0].id}) == "B"


@pytest.mark.parametrize(
    ("groups", "wanted"),
    [
        ([(M, P, 5)], "T1"),
        ([(M, P, 5), (S, P, 19), (S, W, 1)], "T1"),
        ([(M, P, 5), (S, P, 18), (S, W, 1)], "T2"),
        ([(M, P, 5), (S, P, 7), (S, W, 3)], "T2"),
        ([(M, P, 5), (S, P, 6), (S, W, 3)], "T3"),
        ([(M, P, 5), (Y, W, 9)], "T1"),
        ([(M, P, 5), (M, F, 1), (S, P, 9)], "F"),
        ([(M, K, 5)], None),
    ],
)
def test_the_tier_needs_every_must_and_a_share_of_should(groups, wanted):
    assert tier(verdicts(*groups)) == wanted


def test_fewer_than_sixty_percent_exercised_is_incomplete():
    assert not is_incomplete(verdicts((M, P, 6), (M, K, 4)))
    assert is_incomplete(verdicts((M, P, 59), (M, K, 41)))
    assert is_incomplete([])


@pytest.mark.parametrize(
    "reason",
    [
        SkipReason.CAPABILITY_NOT_DECLARED,
        SkipReason.NOT_IN_REVISION,
        SkipReason.OTHER_TRANSPORT,
        SkipReason.NOT_APPLICABLE,
        SkipReason.NOT_SELECTED,
    ],
)
def test_what_does_not_concern_the_server_does_not_make_it_incomplete(reason):
    found = verdicts((M, P, 2), (M, K, 98), reason=reason)
    assert exercised_of(found) == (2, 2)
    assert not is_incomplete(found)


def test_sections_are_scored_on_their_own():
    found = verdicts((M, P, 1), (M, F, 1)) + verdicts((S, W, 1), (S, K, 2), section="prompts")
    graded = grade(found, spec_version="v2025-11-25")
    assert graded.sections["tools"].score == 50.0
    assert (graded.sections["tools"].passed, graded.sections["tools"].failed) == (1, 1)
    assert graded.sections["prompts"].score == 0.0
    assert (graded.sections["prompts"].warned, graded.sections["prompts"].skipped) == (1, 2)
    assert graded.sections["lifecycle"].score is None
    assert (graded.spec_version, graded.incomplete) == ("v2025-11-25", False)


LOTS = st.lists(
    st.tuples(st.sampled_from([M, S, Y]), st.sampled_from([P, W, F, K]), st.integers(1, 4))
)


@given(LOTS)
def test_a_plus_means_that_nothing_was_violated(groups):
    found = verdicts(*groups)
    judged = [verdict for verdict in found if verdict.status is not K]
    clean = bool(judged) and all(verdict.status is P for verdict in judged)
    assert (letter(found) == "A+") is clean


@given(LOTS)
def test_one_more_failed_must_never_improves_the_letter(groups):
    def rank(name):
        return -1 if name in {None, "A+"} else LETTERS.index(name)

    found = verdicts(*groups)
    assert rank(letter([*found, RuleVerdict("X-001", M, "tools", F)])) >= rank(letter(found))


def test_a_grade_holds_the_letter_the_score_the_tier_and_every_verdict():
    found = verdicts((M, P, 9), (M, F, 1), (S, K, 1))
    graded = grade(found, spec_version="v2025-11-25", foundations={"R-000"})
    assert (graded.grade, graded.score, graded.tier) == ("B", 90.0, "F")
    assert graded.rules == tuple(found)
    assert grade(found, spec_version="v2025-11-25", foundations={"R-009"}).grade == "F"


def test_a_section_counts_each_status_on_its_own():
    found = verdicts((M, P, 1), (M, F, 2), (S, W, 3), (S, K, 4))
    counted = grade(found, spec_version="draft").sections["tools"]
    assert (counted.passed, counted.failed, counted.warned, counted.skipped) == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("kept", "missed", "wanted"), [(70, 30, "T2"), (697, 303, "T3"), (95, 5, "T1"), (94, 6, "T2")]
)
def test_the_shares_of_the_tiers_are_exact(kept, missed, wanted):
    assert tier(verdicts((M, P, 1), (S, P, kept), (S, W, missed))) == wanted


def test_a_cap_never_lifts_a_letter():
    assert letter(verdicts((M, P, 1), (M, F, 1))) == "F"
    assert letter(verdicts((M, P, 1), (S, W, 4))) == "F"


def test_the_next_grade_names_the_fewest_rules_to_fix():
    verdicts = [
        *(RuleVerdict(f"OK-{n}", Level.MUST, "tools", Status.PASSED) for n in range(40)),
        RuleVerdict("MAY-1", Level.MAY, "tools", Status.WARNED),
        RuleVerdict("MUST-1", Level.MUST, "tools", Status.FAILED),
    ]
    assert next_grade(verdicts) == NextGrade("A", ("MUST-1",))
    assert next_grade(verdicts[:-1]) == NextGrade("A+", ("MAY-1",))
    assert next_grade(verdicts[:-2]) is None


def test_a_foundation_is_fixed_before_anything_else_counts():
    verdicts = [
        RuleVerdict("MUST-1", Level.MUST, "tools", Status.FAILED),
        RuleVerdict("BASE-1", Level.SHOULD, "tools", Status.FAILED),
        *(RuleVerdict(f"OK-{n}", Level.MUST, "tools", Status.PASSED) for n in range(40)),
    ]
    assert next_grade(verdicts, foundations=["BASE-1"]) == NextGrade("B", ("BASE-1",))
