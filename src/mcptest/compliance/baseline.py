"""Accepted failures; any other failure fails the run, and so does an outdated entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

from mcptest.compliance.corpus.rule import RULE_ID
from mcptest.errors import FileProblemsError, Problem
from mcptest.model.grade import RuleVerdict
from mcptest.model.location import Location
from mcptest.model.outcome import Status
from mcptest.model.record import record
from mcptest.suite.shape import Invalid, Key, ListOf, Object, Scope, Text
from mcptest.suite.yaml.source import load_source

_VIOLATED = (Status.FAILED, Status.WARNED)


@record
class Expected:
    """One accepted failure."""

    rule: str
    reason: str
    where: Location
    tracking: str | None = None
    expires: str | None = None

    @property
    def last_day(self) -> date | None:
        return date.fromisoformat(self.expires) if self.expires else None

    def is_over(self, today: date) -> bool:
        return self.last_day is not None and self.last_day < today


@record
class Compared:
    """A run against its baseline: only ``unexpected`` and ``stale`` are red."""

    unexpected: tuple[str, ...]
    tolerated: tuple[str, ...]
    stale: tuple[str, ...]
    expired: tuple[str, ...]
    unknown: tuple[str, ...] = ()

    @property
    def is_red(self) -> bool:
        return bool(self.unexpected or self.stale)


BASELINE = ListOf(
    Object(
        "expected failure",
        {
            "rule": Key(Text(), required=True, doc="the id of the rule"),
            "reason": Key(Text(), required=True, doc="why it is accepted"),
            "tracking": Key(Text(), doc="where the repair is tracked"),
            "expires": Key(Text(), doc="the last day on which it is accepted, YYYY-MM-DD"),
        },
        build=Expected,
        place=True,
    )
)


def load_baseline(path: Path) -> tuple[Expected, ...]:
    """Read a baseline file.

    Raises: FileProblemsError.
    """
    problems: list[Problem] = []
    read = BASELINE.read(load_source(path, kind="baseline"), problems, Scope())
    if isinstance(read, Invalid):
        raise FileProblemsError(problems)
    problems += [problem for entry in read for problem in _problems(entry)]
    seen: set[str] = set()
    for entry in read:
        if entry.rule in seen:
            message = f"{entry.rule} is listed twice"
            problems.append(Problem("baseline-repeated", message, entry.where))
        seen.add(entry.rule)
    if problems:
        raise FileProblemsError(problems)
    return read


def _problems(entry: Expected) -> Iterable[Problem]:
    if not RULE_ID.match(entry.rule):
        message = f'"{entry.rule}" is not a rule id; expected AREA-NNN'
        yield Problem("baseline-bad-rule", message, entry.where)
    try:
        _ = entry.last_day
    except ValueError:
        message = f'"{entry.expires}" is not a date; expected YYYY-MM-DD'
        yield Problem("baseline-bad-date", message, entry.where)


def compare(
    verdicts: Sequence[RuleVerdict], baseline: Sequence[Expected], *, today: date
) -> Compared:
    """Which violations were expected, which were not, and which entries are out of date.

    A warned rule may be listed, and is not red when it is not.
    """
    by_id = {verdict.id: verdict.status for verdict in verdicts}
    valid = [entry.rule for entry in baseline if not entry.is_over(today)]
    expired = [entry.rule for entry in baseline if entry.rule not in valid]
    failed = [rule for rule, status in by_id.items() if status is Status.FAILED]
    return Compared(
        unexpected=tuple(rule for rule in failed if rule not in valid),
        tolerated=tuple(rule for rule in valid if by_id.get(rule) in _VIOLATED),
        stale=tuple(e.rule for e in baseline if by_id.get(e.rule) is Status.PASSED),
        expired=tuple(expired),
        unknown=tuple(rule for rule in valid if rule not in by_id),
    )
