"""A tool without a usable input schema."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import MISSING, json_kind, json_type


def _check(subject: LintSubject) -> Iterator[Hit]:
    schema = subject.tool.input_schema
    if isinstance(schema, dict) or not isinstance(subject.tool.raw, dict):
        return
    if schema is MISSING:
        yield Hit(
            "",
            "the tool has no inputSchema; a tool without arguments needs one too",
            expected={"type": "object"},
        )
    else:
        yield Hit(
            "/inputSchema",
            f"inputSchema is {json_kind(schema)}, expected an object",
            expected="object",
            actual=json_type(schema),
        )


RULE = LintRule(
    id="META-002",
    severity=Severity.ERROR,
    title="No input schema",
    what="Checks that every tool has an `inputSchema` that is a JSON object.",
    why=(
        "Every revision of the protocol requires it, and clients drop the tool or the server "
        "without it."
    ),
    fix='Use `{"type": "object", "additionalProperties": false}` for a tool without arguments.',
    check=_check,
    proof=LintProof(passing=(sample(),), failing=(sample(inputSchema=MISSING),)),
)
