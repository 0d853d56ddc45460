"""An object declares properties and no required list."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text, under
from mcptest.lint.shapes import (
    describes_object,
    input_pointer,
    label,
    properties_of,
    schemas,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, schema in schemas(subject.linted):
        if describes_object(schema) and properties_of(schema) and "required" not in schema:
            yield Hit(
                input_pointer(visit),
                f"{label(visit)} declares properties but no required list, "
                "so the server cannot rely on any argument being present",
            )


RULE = LintRule(
    id="SCH-001",
    severity=Severity.WARNING,
    title="No required list",
    what=(
        "Checks for objects that declare `properties` but have no `required` list, at every depth."
    ),
    why=(
        "Without the list every argument is optional. A server that needs one fails at run time"
        " instead of rejecting the call."
    ),
    fix=(
        "Add a `required` list. `--fix` adds every declared property; remove those that callers"
        " may omit. An empty list says that everything is optional on purpose."
    ),
    check=_check,
    proof=LintProof(
        passing=(taking(query=text()),),
        failing=(
            under(
                {"type": "object", "properties": {"query": text()}, "additionalProperties": False}
            ),
        ),
    ),
    fixable=True,
)
