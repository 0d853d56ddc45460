"""Names that differ in case or punctuation only."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.lint.words import (
    fold,
)
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    alike = subject.neighbours.by_letters.get(fold(subject.tool.name), ())
    if subject.tool.name and len(alike) > 1 and alike[0] != subject.tool.name:
        yield Hit(
            "/name",
            f'"{subject.tool.name}" differs from "{alike[0]}" in case or punctuation only',
            actual=subject.tool.name,
        )


RULE = LintRule(
    id="NAME-003",
    severity=Severity.WARNING,
    title="Names differ in case or punctuation only",
    what="Looks for names that are equal once case, underscores, hyphens and dots are ignored.",
    why="Models confuse them, and hosts that replace characters make them one name.",
    fix="Let the names differ in a word.",
    check=_check,
    proof=LintProof(
        passing=(sample(), sample(name="list_notes", description="List every note by its title.")),
        failing=(sample(), sample(name="searchNotes", description="Search titles of the notes.")),
    ),
)
