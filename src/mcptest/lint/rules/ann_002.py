"""A hint of the wrong type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import MISSING, json_kind, json_type
from mcptest.model.spec_version import SpecVersion

_TYPES: Final = {
    "readOnlyHint": "boolean",
    "destructiveHint": "boolean",
    "idempotentHint": "boolean",
    "openWorldHint": "boolean",
    "title": "string",
}


def _check(subject: LintSubject) -> Iterator[Hit]:
    stated = subject.tool.annotations
    if not isinstance(stated, dict):
        return
    for member, kind in _TYPES.items():
        value = stated.get(member, MISSING)
        if value is not MISSING and json_type(value) != kind:
            yield Hit(
                f"/annotations/{member}",
                f"annotation {member} is {json_kind(value)}, expected a {kind}",
                expected=kind,
                actual=value,
            )


RULE = LintRule(
    id="ANN-002",
    severity=Severity.ERROR,
    title="Annotation of the wrong type",
    what="Checks that hints are booleans and that the annotated title is a string.",
    why='Strict clients reject the list, and lenient ones read the string "false" as true.',
    fix="Use `true` or `false` without quotes, or omit the hint. Null is not allowed.",
    check=_check,
    proof=LintProof(
        passing=(sample(annotations={"readOnlyHint": True}),),
        failing=(sample(annotations={"readOnlyHint": "true"}),),
    ),
    since=SpecVersion.V2025_03_26,
)
