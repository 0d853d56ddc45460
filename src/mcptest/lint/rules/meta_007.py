"""An example that its own schema refuses."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text
from mcptest.lint.shapes import (
    input_pointer,
    label,
)
from mcptest.lint.subject import LintSubject
from mcptest.lint.values import wrong_values
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, value in wrong_values(subject, "examples"):
        yield Hit(
            f"{input_pointer(visit)}/examples{value.pointer}",
            f"an example of {label(visit)} is not allowed by its own schema: {value.message}",
        )


RULE = LintRule(
    id="META-007",
    severity=Severity.WARNING,
    title="Example not allowed by its schema",
    what="Validates every entry of `examples` against the schema it belongs to.",
    why="Models copy examples. A wrong one teaches them calls that fail.",
    fix="Correct the example or the schema.",
    check=_check,
    proof=LintProof(
        passing=(taking(query=text(examples=["invoice 2026"])),),
        failing=(taking(query=text(examples=[2026])),),
    ),
)
