"""A destructive tool that does not say so."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.lint.words import (
    DESTRUCTIVE,
    first_word,
)
from mcptest.model.finding import Severity
from mcptest.model.json import MISSING
from mcptest.model.spec_version import SpecVersion


def _check(subject: LintSubject) -> Iterator[Hit]:
    stated = subject.tool.annotations
    hints = stated if isinstance(stated, dict) else {}
    verb = first_word(subject.tool.name)
    if verb in DESTRUCTIVE and not {"destructiveHint", "readOnlyHint"} & hints.keys():
        yield Hit(
            "/annotations" if stated is not MISSING else "",
            f'the name starts with "{verb}", but no hint says whether the tool is destructive',
        )


RULE = LintRule(
    id="ANN-004",
    severity=Severity.WARNING,
    title="Destructive tool without a hint",
    what=(
        "Checks for tools whose name starts with a destructive verb (delete, remove, drop, "
        "purge, …) and that have neither `destructiveHint` nor `readOnlyHint`."
    ),
    why=(
        "Clients use the hint to decide whether to ask the user first. By the protocol a "
        "missing hint means destructive, but many clients treat the tool as harmless."
    ),
    fix="Set `destructiveHint` to true, or to false if the tool deletes nothing.",
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
                annotations=MISSING,
            ),
        ),
    ),
    since=SpecVersion.V2025_03_26,
)
