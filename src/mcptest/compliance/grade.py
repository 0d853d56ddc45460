"""Compute a letter, a score and a tier from verdicts. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from mcptest.compliance.corpus.rule import SECTIONS
from mcptest.model.grade import FLOORS, Compliance, Level, NextGrade, RuleVerdict, SectionScore
from mcptest.model.outcome import SkipReason, Status

WEIGHTS = {Level.MUST: 10, Level.SHOULD: 3, Level.MAY: 1}
LETTERS = "ABCDF"
TIER_FLOORS = {"T1": 95, "T2": 70}  # percent of the should rules
CAPS = ((5, "D"), (2, "C"), (0, "B"))
ENOUGH = 0.6
# Not for this server at all, rather than not exercised on it.
_NOT_APPLICABLE = {
    SkipReason.CAPABILITY_NOT_DECLARED,
    SkipReason.NOT_IN_REVISION,
    SkipReason.OTHER_TRANSPORT,
    SkipReason.NOT_APPLICABLE,
    SkipReason.NOT_SELECTED,
}
_JUDGED = {Status.PASSED, Status.FAILED, Status.WARNED}


def grade(
    verdicts: Sequence[RuleVerdict],
    *,
    spec_version: str,
    foundations: Collection[str] = (),
) -> Compliance:
    """Grade one server against one revision; ``foundations`` are ids whose failure is an F."""
    score = score_of(verdicts)
    return Compliance(
        spec_version=spec_version,
        grade=letter(verdicts, foundations=foundations),
        score=score,
        tier=tier(verdicts),
        incomplete=is_incomplete(verdicts),
        sections={name: _section(name, verdicts) for name in SECTIONS},
        rules=tuple(verdicts),
        failed_foundations=_failed_foundations(verdicts, foundations),
        next_grade=next_grade(verdicts, foundations=foundations),
    )


def ungraded(
    verdicts: Sequence[RuleVerdict], *, spec_version: str | None, reason: str
) -> Compliance:
    """What there is to report of a server that could not be judged: no letter, score or tier."""
    return Compliance(
        spec_version=spec_version,
        incomplete=True,
        sections={name: replace(_section(name, verdicts), score=None) for name in SECTIONS},
        rules=tuple(verdicts),
        reason=reason,
    )


def score_of(verdicts: Iterable[RuleVerdict]) -> float | None:
    """Passed over judged in percent, by weight; None when nothing was judged."""
    judged = [verdict for verdict in verdicts if verdict.status in _JUDGED]
    total = sum(WEIGHTS[verdict.level] for verdict in judged)
    if not total:
        return None
    passed = sum(WEIGHTS[v.level] for v in judged if v.status is Status.PASSED)
    return round(100 * passed / total, 1)


def letter(verdicts: Sequence[RuleVerdict], *, foundations: Collection[str] = ()) -> str | None:
    """The letter of the score, capped by what failed; A+ for a clean sheet."""
    score = _exact_score(verdicts)
    if score is None:
        return None
    if _failed_foundations(verdicts, foundations):
        return "F"
    if score == 100:  # noqa: PLR2004
        return "A+"
    plain = next((name for name, floor in FLOORS.items() if score >= floor), "F")
    failed = [verdict for verdict in verdicts if verdict.status is Status.FAILED]
    return max(plain, _cap(failed), key=LETTERS.index)


def _failed_foundations(
    verdicts: Iterable[RuleVerdict], foundations: Collection[str]
) -> tuple[str, ...]:
    return tuple(v.id for v in verdicts if v.status is Status.FAILED and v.id in foundations)


def next_grade(
    verdicts: Sequence[RuleVerdict], *, foundations: Collection[str] = ()
) -> NextGrade | None:
    """Fix the heaviest violations first, until the letter is a better one."""
    now = letter(verdicts, foundations=foundations)
    broken = [v for v in verdicts if v.status in {Status.FAILED, Status.WARNED}]
    broken.sort(key=lambda v: (v.id not in foundations, -WEIGHTS[v.level]))
    for number in range(1, len(broken) + 1):
        fixed = {verdict.id for verdict in broken[:number]}
        after = [replace(v, status=Status.PASSED) if v.id in fixed else v for v in verdicts]
        if (reached := letter(after, foundations=foundations)) != now and reached is not None:
            return NextGrade(reached, tuple(verdict.id for verdict in broken[:number]))
    return None


def _exact_score(verdicts: Iterable[RuleVerdict]) -> float | None:
    judged = [verdict for verdict in verdicts if verdict.status in _JUDGED]
    total = sum(WEIGHTS[verdict.level] for verdict in judged)
    passed = sum(WEIGHTS[v.level] for v in judged if v.status is Status.PASSED)
    return 100 * passed / total if total else None


def _cap(failed: Sequence[RuleVerdict]) -> str:
    musts = sum(verdict.level is Level.MUST for verdict in failed)
    return next((name for above, name in CAPS if musts > above), "A")


def tier(verdicts: Sequence[RuleVerdict]) -> str | None:
    """T1 all must and 95% of should, T2 70%, T3 all must, else F."""
    judged = [verdict for verdict in verdicts if verdict.status in _JUDGED]
    if not judged:
        return None
    if any(v.level is Level.MUST and v.status is not Status.PASSED for v in judged):
        return "F"
    should = [verdict for verdict in judged if verdict.level is Level.SHOULD]
    kept = sum(verdict.status is Status.PASSED for verdict in should)
    reached = (name for name, floor in TIER_FLOORS.items() if 100 * kept >= floor * len(should))
    return next(reached, "T3")


def is_incomplete(verdicts: Sequence[RuleVerdict]) -> bool:
    """Fewer than 60% of the applicable rules could be exercised."""
    exercised, applicable = exercised_of(verdicts)
    return exercised < ENOUGH * applicable or not applicable


def exercised_of(verdicts: Iterable[RuleVerdict]) -> tuple[int, int]:
    """How many rules were exercised, and how many apply to this server."""
    applicable = [verdict for verdict in verdicts if not _is_elsewhere(verdict)]
    return sum(verdict.status in _JUDGED for verdict in applicable), len(applicable)


def _is_elsewhere(verdict: RuleVerdict) -> bool:
    return verdict.reason is not None and verdict.reason.reason in _NOT_APPLICABLE


def _section(name: str, verdicts: Iterable[RuleVerdict]) -> SectionScore:
    mine = [verdict for verdict in verdicts if verdict.section == name]
    return SectionScore(
        score=score_of(mine),
        passed=sum(verdict.status is Status.PASSED for verdict in mine),
        failed=sum(verdict.status is Status.FAILED for verdict in mine),
        warned=sum(verdict.status is Status.WARNED for verdict in mine),
        skipped=sum(verdict.status is Status.SKIPPED for verdict in mine),
    )
