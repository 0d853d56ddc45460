"""A default that its own schema refuses."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import number, taking
from mcptest.lint.shapes import (
    input_pointer,
    label,
)
from mcptest.lint.subject import LintSubject
from mcptest.lint.values import wrong_values
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, value in wrong_values(subject, "default"):
        yield Hit(
            f"{input_pointer(visit)}/default",
            f"the default of {label(visit)} is not allowed by its own schema: {value.message}",
        )


RULE = LintRule(
    id="META-006",
    severity=Severity.WARNING,
    title="Default not allowed by its schema",
    what="Validates every `default` in the input schema against the schema it belongs to.",
    why=(
        "A model that sends the documented default gets an error. The usual cause is a null "
        "default on an argument that does not allow null."
    ),
    fix='Allow the value (`"type": ["string", "null"]`), correct it, or omit the default.',
    check=_check,
    proof=LintProof(
        passing=(taking(limit=number(default=10)),),
        failing=(taking(limit=number(default=0)),),
    ),
)
