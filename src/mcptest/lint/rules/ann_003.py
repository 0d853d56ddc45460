"""Hints that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.spec_version import SpecVersion


def _check(subject: LintSubject) -> Iterator[Hit]:
    stated = subject.tool.annotations
    if not isinstance(stated, dict):
        return
    if stated.get("readOnlyHint") is True and stated.get("destructiveHint") is True:
        yield Hit(
            "/annotations/destructiveHint",
            "the tool is annotated as read-only and as destructive; it cannot be both",
        )


RULE = LintRule(
    id="ANN-003",
    severity=Severity.WARNING,
    title="Contradictory hints",
    what="Looks for tools with both `readOnlyHint: true` and `destructiveHint: true`.",
    why="A host that trusts the first calls without asking what the second warns of.",
    fix="Keep the one that is true.",
    check=_check,
    proof=LintProof(
        passing=(sample(annotations={"readOnlyHint": True}),),
        failing=(sample(annotations={"readOnlyHint": True, "destructiveHint": True}),),
    ),
    since=SpecVersion.V2025_03_26,
)
