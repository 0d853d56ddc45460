"""An output schema that its own dialect refuses."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import arguments, sample
from mcptest.lint.subject import LintSubject
from mcptest.lint.values import own_errors
from mcptest.model.finding import Severity
from mcptest.model.json import MISSING, json_kind, json_type
from mcptest.model.spec_version import SpecVersion


def _check(subject: LintSubject) -> Iterator[Hit]:
    schema = subject.tool.output_schema
    if schema is MISSING:
        return
    if not isinstance(schema, dict):
        yield Hit(
            "/outputSchema",
            f"outputSchema is {json_kind(schema)}, expected an object",
            expected="object",
            actual=json_type(schema),
        )
        return
    for error in own_errors(schema, subject.version):
        yield Hit(
            f"/outputSchema{error.pointer}",
            f"the output schema is not valid JSON Schema: {error.message}",
        )


RULE = LintRule(
    id="META-016",
    severity=Severity.ERROR,
    title="Output schema not valid in its dialect",
    what=(
        "Validates `outputSchema` against the metaschema of its dialect, as META-003 does for "
        "input."
    ),
    why=(
        "Clients validate every structured result against it. If it does not compile, every "
        "call to the tool fails in such a client."
    ),
    fix="Correct the keyword named in the finding.",
    check=_check,
    proof=LintProof(
        passing=(sample(outputSchema=arguments({"count": {"type": "integer"}})),),
        failing=(sample(outputSchema=arguments({"count": {"type": "int"}})),),
    ),
    since=SpecVersion.V2025_06_18,
)
