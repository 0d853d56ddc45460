"""A list that does not say what it holds."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking
from mcptest.lint.shapes import (
    has_in_place,
    input_pointer,
    label,
    schemas,
    types_of,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, schema in schemas(subject.visits):
        if "array" in types_of(schema) and "items" not in schema and not has_in_place(schema):
            yield Hit(
                input_pointer(visit),
                f"{label(visit)} is an array without items, which VS Code and OpenAI reject",
            )


RULE = LintRule(
    id="HOST-004",
    severity=Severity.WARNING,
    title="Array without items",
    what="Checks for arrays in the input schema without `items`.",
    why=(
        "VS Code reports `tool parameters array type must have items` and drops the tool. The "
        "OpenAI API returns 400 (`array schema missing items`)."
    ),
    fix=(
        "Add `items` with the type of the elements. `prefixItems` alone is not enough for these"
        " clients."
    ),
    check=_check,
    proof=LintProof(
        passing=(
            taking(
                tags={
                    "type": "array",
                    "description": "Tags that a note must have.",
                    "items": {"type": "string", "maxLength": 40},
                    "maxItems": 10,
                }
            ),
        ),
        failing=(
            taking(
                tags={
                    "type": "array",
                    "description": "Tags that a note must have.",
                    "maxItems": 10,
                }
            ),
        ),
    ),
)
