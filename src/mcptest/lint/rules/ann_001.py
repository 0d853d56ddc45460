"""Annotations that are no object."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import MISSING, json_type
from mcptest.model.spec_version import SpecVersion


def _check(subject: LintSubject) -> Iterator[Hit]:
    stated = subject.tool.annotations
    if stated is not MISSING and not isinstance(stated, dict):
        yield Hit(
            "/annotations",
            f"the member annotations is {json_type(stated)}, and must be an object",
            expected="object",
            actual=json_type(stated),
        )


RULE = LintRule(
    id="ANN-001",
    severity=Severity.ERROR,
    title="Malformed annotations",
    what="Looks for `annotations` that are no JSON object.",
    why="The protocol requires an object; strict clients refuse the whole list because of one.",
    fix="Use an object, or leave the member out.",
    check=_check,
    proof=LintProof(passing=(sample(),), failing=(sample(annotations=["readOnly"]),)),
    since=SpecVersion.V2025_03_26,
)
