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
            "the tool is annotated as both read-only and destructive",
        )


RULE = LintRule(
    id="ANN-003",
    severity=Severity.WARNING,
    title="Contradictory hints",
    what="Checks for tools with both `readOnlyHint: true` and `destructiveHint: true`.",
    why="A client that trusts the first hint calls the tool without asking, despite the second.",
    fix="Keep only the hint that is true.",
    check=_check,
    proof=LintProof(
        passing=(sample(annotations={"readOnlyHint": True}),),
        failing=(sample(annotations={"readOnlyHint": True, "destructiveHint": True}),),
    ),
    since=SpecVersion.V2025_03_26,
)
