"""The data of a grade; ``compliance`` computes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Final

from mcptest.model.outcome import Skip, Status
from mcptest.model.record import record

GRADES: Final = ("A+", "A", "B", "C", "D", "F")  # the best first
FLOORS: Final = {"A": 90, "B": 80, "C": 70, "D": 60}  # the least score of each letter


class Level(StrEnum):
    MUST = "must"
    SHOULD = "should"
    MAY = "may"


@record
class RuleVerdict:
    id: str
    level: Level
    section: str
    status: Status
    reason: Skip | None = None


@record
class SectionScore:
    score: float | None
    passed: int = 0
    failed: int = 0
    warned: int = 0
    skipped: int = 0


@record
class GateVerdict:
    """One PASS or FAIL line that folds into the exit code."""

    name: str
    passed: bool
    note: str | None = None


@record
class NextGrade:
    """The better letter within reach, and the fewest rules to fix for it."""

    grade: str
    rules: tuple[str, ...]
    sdk: str | None = None  # the SDK that decides some of them
    sdk_rules: tuple[str, ...] = ()


@record
class Compliance:
    """A server against a revision; the grade members are None when only gates ran."""

    spec_version: str | None = None
    grade: str | None = None
    score: float | None = None
    tier: str | None = None
    incomplete: bool | None = None
    sections: Mapping[str, SectionScore] = field(default_factory=dict)
    rules: tuple[RuleVerdict, ...] = ()
    gates: tuple[GateVerdict, ...] = ()
    revisions: tuple[Compliance, ...] = ()
    failed_foundations: tuple[str, ...] = ()  # the failed rules that alone make the letter an F
    next_grade: NextGrade | None = None  # None for A+, and where there is no grade
    reason: str | None = None  # why there is no grade, where the server could not be judged
