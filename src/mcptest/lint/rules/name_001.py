"""A tool without a name."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import MISSING, json_kind


def _check(subject: LintSubject) -> Iterator[Hit]:
    if not isinstance(subject.tool.raw, dict):
        return
    stated = subject.tool.raw.get("name", MISSING)
    if stated is MISSING:
        yield Hit("", "the tool has no name")
    elif not isinstance(stated, str):
        yield Hit(
            "/name",
            f"the name is {json_kind(stated)}, expected a string",
            expected="string",
            actual=stated,
        )
    elif not stated:
        yield Hit("/name", "the name is empty", actual=stated)


RULE = LintRule(
    id="NAME-001",
    severity=Severity.ERROR,
    title="No name",
    what="Checks that every tool has a `name` that is a non-empty string.",
    why="Without a name the tool cannot be called, and strict clients reject the whole list.",
    fix="Give the tool a name.",
    check=_check,
    proof=LintProof(passing=(sample(),), failing=(sample(name=MISSING),)),
)
