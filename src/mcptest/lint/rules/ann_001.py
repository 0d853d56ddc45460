"""Annotations that are not an object."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import MISSING, json_kind, json_type
from mcptest.model.spec_version import SpecVersion


def _check(subject: LintSubject) -> Iterator[Hit]:
    stated = subject.tool.annotations
    if stated is not MISSING and not isinstance(stated, dict):
        yield Hit(
            "/annotations",
            f"annotations is {json_kind(stated)}, expected an object",
            expected="object",
            actual=json_type(stated),
        )


RULE = LintRule(
    id="ANN-001",
    severity=Severity.ERROR,
    title="Malformed annotations",
    what="Checks that `annotations` is a JSON object.",
    why=(
        "The protocol requires an object, and strict clients reject the whole list because of "
        "one tool."
    ),
    fix="Use an object, or omit `annotations`.",
    check=_check,
    proof=LintProof(passing=(sample(),), failing=(sample(annotations=["readOnly"]),)),
    since=SpecVersion.V2025_03_26,
)
