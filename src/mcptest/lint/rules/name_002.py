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
            "/name", f'another tool is called "{subject.tool.name}" too', actual=subject.tool.name
        )


RULE = LintRule(
    id="NAME-002",
    severity=Severity.ERROR,
    title="Name used twice",
    what="Looks for tools whose name an earlier tool of the catalog has.",
    why="A call names the tool and nothing else: one of the two can never be reached, and model "
    "APIs refuse lists with equal names.",
    fix="Rename one of them.",
    check=_check,
    proof=LintProof(
        passing=(sample(), sample(name="list_notes", description="List every note by its title.")),
        failing=(sample(), sample(description="List every note of the user by its title.")),
    ),
)
