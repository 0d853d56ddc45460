"""A property says nothing about its value."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text
from mcptest.lint.shapes import (
    constrains,
    input_pointer,
    label,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.schema.walk import Role


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit in subject.linted:
        if visit.role is Role.PROPERTY and not constrains(visit.schema, subject.root):
            yield Hit(
                input_pointer(visit),
                f"{label(visit)} declares neither type nor enum, so any value is accepted",
            )


RULE = LintRule(
    id="SCH-003",
    severity=Severity.ERROR,
    title="Any value is accepted",
    what=(
        "Checks for properties that declare neither `type` nor `enum`, at every depth. A "
        "`const`, a `$ref` to a schema with a type, and choices (`anyOf`, `oneOf`) that all "
        "have one count too."
    ),
    why=(
        "Anything the model makes up reaches the tool: a number instead of a string, an object "
        "instead of a path."
    ),
    fix="Declare the type. Only you know the right one, so there is no automatic fix.",
    check=_check,
    proof=LintProof(
        passing=(taking(query=text()),),
        failing=(taking(query={"description": "Words to look for, in any order."}),),
    ),
)
