"""A tool without a usable input schema."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import MISSING, json_type


def _check(subject: LintSubject) -> Iterator[Hit]:
    schema = subject.tool.input_schema
    if isinstance(schema, dict) or not isinstance(subject.tool.raw, dict):
        return
    if schema is MISSING:
        yield Hit(
            "",
            "the tool has no inputSchema; even one without arguments needs it",
            expected={"type": "object"},
        )
    else:
        yield Hit(
            "/inputSchema",
            f"the member inputSchema is {json_type(schema)}, and must be an object",
            expected="object",
            actual=json_type(schema),
        )


RULE = LintRule(
    id="META-002",
    severity=Severity.ERROR,
    title="No input schema",
    what="Looks for tools whose `inputSchema` is missing or is no JSON object.",
    why="The protocol requires it in every revision, and hosts drop the tool, or the server, "
    "when it is not there.",
    fix='Use `{"type": "object", "additionalProperties": false}` for a tool without arguments.',
    check=_check,
    proof=LintProof(passing=(sample(),), failing=(sample(inputSchema=MISSING),)),
)
