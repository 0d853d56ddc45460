"""An output schema in another dialect than 2020-12."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import arguments, sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.spec_version import SpecVersion


def _check(subject: LintSubject) -> Iterator[Hit]:
    schema = subject.tool.output_schema
    stated = schema.get("$schema") if isinstance(schema, dict) else None
    if isinstance(stated, str) and "2020-12" not in stated:
        yield Hit(
            "/outputSchema/$schema",
            f'the output schema declares "{stated}"; clients that only support 2020-12 reject '
            "every call to the tool",
            expected="https://json-schema.org/draft/2020-12/schema",
            actual=stated,
        )


RULE = LintRule(
    id="HOST-005",
    severity=Severity.WARNING,
    title="Output schema in an old dialect",
    what="Checks for a `$schema` in `outputSchema` with a dialect other than 2020-12.",
    why=(
        "The validator in the TypeScript SDK 2, which the Claude desktop app uses, rejects any "
        "other dialect (`JSON Schema declares an unsupported dialect`) before the call is sent."
    ),
    fix="Omit `$schema`, or generate schemas for 2020-12. zod 3 writes draft-07 by default.",
    check=_check,
    proof=LintProof(
        passing=(sample(outputSchema=arguments({"count": {"type": "integer"}})),),
        failing=(
            sample(
                outputSchema=arguments(
                    {"count": {"type": "integer"}},
                    **{"$schema": "http://json-schema.org/draft-07/schema#"},
                )
            ),
        ),
    ),
    since=SpecVersion.V2025_06_18,
)
