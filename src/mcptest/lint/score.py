"""Score a tool's definition: the mean of six parts from 0 to 1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mcptest.lint.subject import LintSubject
from mcptest.lint.words import count_words
from mcptest.model.finding import Finding, Severity
from mcptest.model.record import record

_ENOUGH_WORDS: Final = 8
_WORTH: Final = {Severity.ERROR: 0.0, Severity.WARNING: 0.5, Severity.NOTE: 1.0}


@record
class ScorePart:
    """One sixth of the score, and why it is what it is."""

    name: str
    value: float
    reason: str


@record
class Score:
    value: float
    parts: tuple[ScorePart, ...]


def score_tool(subject: LintSubject, findings: Sequence[Finding]) -> Score:
    """The mean of the parts; the SCH family counts for nothing here."""
    ids = {finding.id: finding.severity for finding in findings}
    parts = (
        _description(ids),
        _detail(subject),
        _arguments(subject),
        _family("name", "NAME", ids),
        _family("schema", "META", ids),
        _annotations(subject, ids),
    )
    return Score(round(sum(part.value for part in parts) / len(parts), 3), parts)


def _description(ids: dict[str, Severity]) -> ScorePart:
    bad = sorted({"DESC-001", "DESC-003", "DESC-009"} & ids.keys())
    if bad:
        return ScorePart("description", 0.0, f"none that helps ({bad[0]})")
    return ScorePart("description", 1.0, "there is one")


def _detail(subject: LintSubject) -> ScorePart:
    words = count_words(subject.tool.description or "")
    value = min(1.0, words / _ENOUGH_WORDS)
    return ScorePart("detail", round(value, 3), f"{words} words; {_ENOUGH_WORDS} or more give 1")


def _arguments(subject: LintSubject) -> ScorePart:
    from mcptest.lint.rules.desc_005 import RULE

    total = len(subject.arguments)
    if not total:
        return ScorePart("arguments", 1.0, "there are none to describe")
    described = total - sum(1 for _ in RULE.check(subject))
    return ScorePart(
        "arguments", round(described / total, 3), f"{described} of {total} are described"
    )


def _family(name: str, family: str, ids: dict[str, Severity]) -> ScorePart:
    found = [rule for rule in sorted(ids) if rule.startswith(f"{family}-")]
    if not found:
        return ScorePart(name, 1.0, f"no {family} finding")
    value = _worst(ids[rule] for rule in found)
    return ScorePart(name, value, f"{', '.join(found)}")


def _annotations(subject: LintSubject, ids: dict[str, Severity]) -> ScorePart:
    found = [rule for rule in sorted(ids) if rule.startswith("ANN-") and rule != "ANN-008"]
    if found:
        return ScorePart("annotations", _worst(ids[rule] for rule in found), ", ".join(found))
    stated = subject.tool.annotations
    if isinstance(stated, dict) and {"readOnlyHint", "destructiveHint"} & stated.keys():
        return ScorePart("annotations", 1.0, "they say whether the tool changes anything")
    return ScorePart("annotations", 0.5, "nothing says whether the tool changes anything")


def _worst(found: Iterable[Severity]) -> float:
    return min(_WORTH[severity] for severity in found)
