"""A read-only hint on a tool whose name says otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.lint.words import (
    DESTRUCTIVE,
    MUTATING,
    first_word,
)
from mcptest.model.finding import Severity
from mcptest.model.spec_version import SpecVersion

_WRITING: Final = (DESTRUCTIVE | MUTATING) - {
    "add",
    "drop",
    "patch",
    "post",
    "put",
    "remove",
    "set",
}


def _check(subject: LintSubject) -> Iterator[Hit]:
    stated = subject.tool.annotations
    verb = first_word(subject.tool.name)
    if isinstance(stated, dict) and stated.get("readOnlyHint") is True and verb in _WRITING:
        yield Hit(
            "/annotations/readOnlyHint",
            f'the tool is annotated as read-only, but its name starts with "{verb}"',
        )


RULE = LintRule(
    id="ANN-005",
    severity=Severity.WARNING,
    title="Read-only hint on a mutating tool",
    what=(
        "Checks for `readOnlyHint: true` on a tool whose name starts with a mutating verb "
        "(create, delete, send, update, upload, write, …). Verbs that also describe plain "
        "computations (add, drop, put, remove, set) are ignored."
    ),
    why="Clients run read-only tools without asking.",
    fix="Set the hint to false, or choose a name that says what the tool does.",
    check=_check,
    proof=LintProof(
        passing=(sample(annotations={"readOnlyHint": True}),),
        failing=(
            sample(
                name="update_note",
                description="Replace the text of one of the user's notes, by its title.",
            ),
        ),
    ),
    since=SpecVersion.V2025_03_26,
)
