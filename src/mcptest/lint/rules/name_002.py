"""Two tools with one name."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    sharing = subject.neighbours.by_name.get(subject.tool.name, ())
    if subject.tool.name and len(sharing) > 1 and sharing[0] != subject.index:
        yield Hit(
            "/name",
            f'another tool has the same name "{subject.tool.name}"',
            actual=subject.tool.name,
        )


RULE = LintRule(
    id="NAME-002",
    severity=Severity.ERROR,
    title="Duplicate name",
    what="Checks for tools with the same name as an earlier tool in the catalog.",
    why=(
        "Calls identify a tool only by name, so one of the two can never be reached. Model APIs"
        " reject lists with duplicate names."
    ),
    fix="Rename one of them.",
    check=_check,
    proof=LintProof(
        passing=(sample(), sample(name="list_notes", description="List every note by its title.")),
        failing=(sample(), sample(description="List each of the user's notes by its title.")),
    ),
)
