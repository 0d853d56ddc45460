"""A tool without a description."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.lint.words import (
    count_words,
)
from mcptest.model.finding import Severity
from mcptest.model.json import MISSING, json_kind, json_type


def _check(subject: LintSubject) -> Iterator[Hit]:
    if not isinstance(subject.tool.raw, dict):
        return
    stated = subject.tool.raw.get("description", MISSING)
    if stated is MISSING:
        yield Hit("", "the tool has no description")
    elif not isinstance(stated, str):
        yield Hit(
            "/description",
            f"the description is {json_kind(stated)}, expected a string",
            expected="string",
            actual=json_type(stated),
        )
    elif not stated.strip():
        yield Hit("/description", "the description is empty", actual=stated)
    elif count_words(stated) == 1:
        yield Hit("/description", "the description is a single word", actual=stated)


RULE = LintRule(
    id="DESC-001",
    severity=Severity.ERROR,
    title="No description",
    what="Checks for tools whose `description` is missing, empty, not a string, or a single word.",
    why="The description is all a model has to choose a tool.",
    fix="Say what the tool does, what it works on, and what it returns.",
    check=_check,
    proof=LintProof(passing=(sample(),), failing=(sample(description=MISSING),)),
)
