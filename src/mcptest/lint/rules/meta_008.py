"""A list of allowed values that is empty."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text
from mcptest.lint.shapes import (
    input_pointer,
    label,
    schemas,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, schema in schemas(subject.visits):
        if schema.get("enum") == []:
            yield Hit(
                f"{input_pointer(visit)}/enum",
                f"the enum of {label(visit)} is empty, so no value is allowed",
            )


RULE = LintRule(
    id="META-008",
    severity=Severity.ERROR,
    title="Empty enum",
    what="Checks for `enum` lists without entries.",
    why=(
        "No value is valid, so the argument can never be given. If it is required, the tool can"
        " never be called. Often the list should have been filled at startup."
    ),
    fix="List the values, or omit `enum`.",
    check=_check,
    proof=LintProof(
        passing=(taking(order=text("Sort order of the matches.", enum=["newest", "oldest"])),),
        failing=(taking(order=text("Sort order of the matches.", enum=[])),),
    ),
)
