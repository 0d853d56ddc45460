"""An output schema whose type is not object."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import arguments, sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import MISSING
from mcptest.model.spec_version import SpecVersion


def _check(subject: LintSubject) -> Iterator[Hit]:
    schema = subject.tool.output_schema
    if isinstance(schema, dict) and schema.get("type", MISSING) != "object":
        stated = schema.get("type", MISSING)
        found = "has no type" if stated is MISSING else f"has type {json.dumps(stated)}"
        yield Hit(
            "/outputSchema",
            f'the output schema {found}, expected "object"',
            expected="object",
            actual=stated,
        )


RULE = LintRule(
    id="HOST-014",
    severity=Severity.ERROR,
    title="Output schema is not of type object",
    what='Checks that the root of the output schema is `"type": "object"`.',
    why=(
        "Revisions 2025-06-18 and 2025-11-25 require it, and clients with their SDKs reject the"
        " whole `tools/list` response, so all tools are lost. 2026-07-28 allows any schema."
    ),
    fix='Wrap the result: `{"type": "object", "properties": {"result": …}}`.',
    check=_check,
    proof=LintProof(
        passing=(sample(outputSchema=arguments({"count": {"type": "integer"}})),),
        failing=(sample(outputSchema={"type": "array", "items": {"type": "string"}}),),
    ),
    since=SpecVersion.V2025_06_18,
    until=SpecVersion.V2025_11_25,
)
