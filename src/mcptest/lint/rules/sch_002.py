"""An object accepts members that nobody declared."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text, under
from mcptest.lint.shapes import (
    closed_around,
    describes_object,
    has_in_place,
    input_pointer,
    label,
    schemas,
    types_of,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import MISSING
from mcptest.schema.walk import Role


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, schema in schemas(subject.linted):
        is_input = visit.role is Role.ROOT and not types_of(schema) and not has_in_place(schema)
        if (describes_object(schema) or is_input) and not closed_around(visit):
            yield Hit(
                input_pointer(visit),
                f"{label(visit)} does not set additionalProperties to false, "
                "so unexpected fields are accepted silently",
                expected=False,
                actual=schema.get("additionalProperties", MISSING),
            )


RULE = LintRule(
    id="SCH-002",
    severity=Severity.WARNING,
    title="Unexpected arguments are accepted",
    what=(
        "Checks for objects whose `additionalProperties` is not `false`, at every depth. "
        "`unevaluatedProperties: false` counts as closed too."
    ),
    why=(
        "A misspelled argument is dropped silently. The call succeeds but does not do what the "
        "model asked for."
    ),
    fix=(
        "Set `additionalProperties` to false. `mcptest schema-lint --fix` does this for objects "
        "that declare properties and for tools without arguments. It leaves maps and free-form "
        "objects alone, because closing them would reject every property."
    ),
    check=_check,
    proof=LintProof(
        passing=(taking(query=text()),),
        failing=(
            under({"type": "object", "properties": {"query": text()}, "required": ["query"]}),
        ),
    ),
    fixable=True,
)
