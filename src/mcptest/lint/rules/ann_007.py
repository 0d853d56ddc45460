"""A harmless hint on a tool whose name says otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.lint.words import (
    DESTRUCTIVE,
    first_word,
)
from mcptest.model.finding import Severity
from mcptest.model.spec_version import SpecVersion

_LOSING: Final = DESTRUCTIVE - {"drop", "remove"}


def _check(subject: LintSubject) -> Iterator[Hit]:
    stated = subject.tool.annotations
    verb = first_word(subject.tool.name)
    if not isinstance(stated, dict) or stated.get("readOnlyHint") is True:
        return
    if stated.get("destructiveHint") is False and verb in _LOSING:
        yield Hit(
            "/annotations/destructiveHint",
            f'the tool is annotated as not destructive, but its name starts with "{verb}"',
        )


RULE = LintRule(
    id="ANN-007",
    severity=Severity.WARNING,
    title="Non-destructive hint on a destructive tool",
    what=(
        "Checks for `destructiveHint: false` on a tool whose name starts with delete, destroy, "
        "erase, kill, purge, revoke or wipe."
    ),
    why="Clients then run the tool without asking the user.",
    fix="Set the hint to true, or choose a name that says what the tool does.",
    check=_check,
    proof=LintProof(
        passing=(
            sample(
                name="delete_note",
                description="Delete one of the user's notes for good, by its title.",
                annotations={"readOnlyHint": False, "destructiveHint": True},
            ),
        ),
        failing=(
            sample(
                name="delete_note",
                description="Delete one of the user's notes for good, by its title.",
                annotations={"readOnlyHint": False, "destructiveHint": False},
            ),
        ),
    ),
    since=SpecVersion.V2025_03_26,
)
