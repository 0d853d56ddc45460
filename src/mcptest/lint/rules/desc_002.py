"""A description too short to choose by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.lint.words import (
    count_words,
)
from mcptest.model.finding import Severity

_FEWEST: Final = 3


def _check(subject: LintSubject) -> Iterator[Hit]:
    stated = subject.tool.description or ""
    if 1 < count_words(stated) < _FEWEST:
        yield Hit("/description", f'the description is only "{stated.strip()}"', actual=stated)


RULE = LintRule(
    id="DESC-002",
    severity=Severity.NOTE,
    title="Description too short",
    what="Checks for descriptions of only two words.",
    why="Two words give a model the topic, but not when to use the tool or what it returns.",
    fix="Say what the tool does, what it works on, and what it returns.",
    check=_check,
    proof=LintProof(passing=(sample(),), failing=(sample(description="Search notes."),)),
)
