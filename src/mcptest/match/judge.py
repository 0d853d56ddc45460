"""Compare expectations with observed values; the one judge for all features."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from mcptest.match.expectation import Expectation
from mcptest.match.matcher import MatchContext, Mismatch
from mcptest.model.json import MaybeJson
from mcptest.model.record import record

_PLAIN = MatchContext()


@record
class Broken:
    """An expectation that does not hold at one place, whose pointer begins with ``prefix``."""

    expectation: Expectation
    prefix: str
    roots: Mapping[str, MaybeJson]
    actual: MaybeJson
    mismatch: Mismatch


@record(frozen=False)
class JudgedExpectations:
    """``looked`` counts the places where an expectation applied at all."""

    broken: list[Broken] = field(default_factory=list)
    looked: int = 0


def judge_all(
    expectations: Iterable[Expectation],
    roots: Mapping[str, MaybeJson],
    context: MatchContext = _PLAIN,
) -> JudgedExpectations:
    """Compare everything, so that one run shows every mismatch."""
    found = JudgedExpectations()
    for expectation in expectations:
        target, check = expectation.target, expectation.check
        own = MatchContext(context.case_id, context.snapshots, target.text)
        for prefix, inner in expectation.places(roots):
            found.looked += 1
            actual = target.resolve(inner)
            mismatch = check.compare(actual, own)
            if mismatch is not None:
                found.broken.append(Broken(expectation, prefix, inner, actual, mismatch))
    return found
