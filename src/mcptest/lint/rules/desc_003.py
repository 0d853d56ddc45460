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
        yield Hit(
            "/description", "the description only repeats the name of the tool", actual=stated
        )


RULE = LintRule(
    id="DESC-003",
    severity=Severity.ERROR,
    title="Description repeats the name",
    what="Looks for descriptions that hold the words of the tool's name and no others.",
    why="It costs tokens and adds nothing for a model to choose by.",
    fix="Say what the tool does, on what, and what it returns.",
    check=_check,
    proof=LintProof(
        passing=(sample(),), failing=(sample(description="Tool to search the notes."),)
    ),
)
