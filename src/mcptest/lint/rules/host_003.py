"""An input schema without properties."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import under
from mcptest.lint.shapes import (
    has_in_place,
    types_of,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    schema = subject.tool.input_schema
    if not isinstance(schema, dict) or "properties" in schema or has_in_place(schema):
        return
    if types_of(schema) == {"object"}:
        yield Hit(
            "/inputSchema",
            "the input schema has no properties, which the OpenAI API rejects",
            expected={},
        )


RULE = LintRule(
    id="HOST-003",
    severity=Severity.NOTE,
    title="Object without properties",
    what="Checks for input schemas of type object without `properties`.",
    why=(
        "The protocol allows it, but the OpenAI API returns 400 (`object schema missing "
        "properties`) if a client passes the schema on unchanged, as Codex and mcphost did."
    ),
    fix='Add `"properties": {}`.',
    check=_check,
    proof=LintProof(
        passing=(under({"type": "object", "properties": {}, "additionalProperties": False}),),
        failing=(under({"type": "object", "additionalProperties": False}),),
    ),
)
