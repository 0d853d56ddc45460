"""One thing that differs between base and head, and all of them together."""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from enum import StrEnum

from mcptest.lint.diff.value_diff import Impact
from mcptest.model.json import MISSING, JsonObject, MaybeJson
from mcptest.model.record import record


class ComparedSection(StrEnum):
    CATALOG = "catalog"
    GRADE = "grade"
    FINDINGS = "findings"
    BEHAVIOUR = "behaviour"
    LATENCY = "latency"

    @property
    def words(self) -> str:
        """For people, and for options; documents keep the value."""
        return "behavior" if self is ComparedSection.BEHAVIOUR else self.value


@record
class Difference:
    """``subject`` is a tool, a rule or another item; a breaking one is a regression."""

    section: ComparedSection
    impact: Impact
    subject: str
    message: str
    place: str = ""
    base: MaybeJson = MISSING
    head: MaybeJson = MISSING


@record
class Comparison:
    """Every difference, what was looked at, and what could not be."""

    differences: tuple[Difference, ...]
    facts: JsonObject = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)  # by section: why
    sections: frozenset[ComparedSection] = frozenset(ComparedSection)  # that were selected

    @property
    def regressed(self) -> bool:
        return any(one.impact is Impact.BREAKING for one in self.differences)

    def of(self, section: ComparedSection) -> list[Difference]:
        order = list(Impact)
        found = [one for one in self.differences if one.section is section]
        return sorted(found, key=lambda one: order.index(one.impact))

    def summary(self) -> dict[str, int]:
        counts = Counter(one.impact.value for one in self.differences)
        return {impact.value: counts[impact.value] for impact in Impact}
