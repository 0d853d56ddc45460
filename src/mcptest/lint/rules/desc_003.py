"""A description that says the name again."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.lint.words import (
    count_words,
    telling_words,
)
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    stated = subject.tool.description or ""
    told = telling_words(stated)
    if count_words(stated) > 1 and told and told == telling_words(subject.tool.name):
        yield Hit("/description", "the description only repeats the tool's name", actual=stated)


RULE = LintRule(
    id="DESC-003",
    severity=Severity.ERROR,
    title="Description repeats the name",
    what="Checks for descriptions that only contain the words of the tool's name.",
    why="It costs tokens and does not help a model choose.",
    fix="Say what the tool does, what it works on, and what it returns.",
    check=_check,
    proof=LintProof(
        passing=(sample(),), failing=(sample(description="Tool to search the notes."),)
    ),
)
