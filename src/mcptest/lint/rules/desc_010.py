"""Two tools with one description."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    stated = " ".join((subject.tool.description or "").split())
    sharing = subject.neighbours.by_description.get(stated, ())
    if stated and sharing and (first := sharing[0]) != subject.tool.name:
        yield Hit(
            "/description", f'the description is identical to that of "{first}"', actual=stated
        )


RULE = LintRule(
    id="DESC-010",
    severity=Severity.WARNING,
    title="Two tools share a description",
    what="Checks for tools whose description is identical to that of an earlier tool.",
    why="A model can only tell them apart by name, so it often picks the wrong one.",
    fix="Say in each description how the tool differs from the other.",
    check=_check,
    proof=LintProof(
        passing=(
            sample(),
            sample(name="list_notes", description="List all of the user's notes by title, A to Z."),
        ),
        failing=(sample(), sample(name="list_notes")),
    ),
)
