"""Names that differ only in case or punctuation."""

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
            f'"{subject.tool.name}" differs from "{alike[0]}" only in case or punctuation',
            actual=subject.tool.name,
        )


RULE = LintRule(
    id="NAME-003",
    severity=Severity.WARNING,
    title="Names that differ only in case or punctuation",
    what="Checks for names that are equal if case, underscores, hyphens and dots are ignored.",
    why="Models confuse them, and clients that replace characters turn them into the same name.",
    fix="Use names that differ in at least one word.",
    check=_check,
    proof=LintProof(
        passing=(sample(), sample(name="list_notes", description="List every note by its title.")),
        failing=(sample(), sample(name="searchNotes", description="Search titles of the notes.")),
    ),
)
