"""A reference to another document."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.reference import references
from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text
from mcptest.lint.shapes import (
    input_pointer,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    for reference in references(subject.visits):
        if reference.kind == "remote":
            yield Hit(
                f"{input_pointer(reference.visit)}/$ref",
                f'$ref "{reference.text}" points outside the schema, and clients do not fetch it',
                actual=reference.text,
            )


RULE = LintRule(
    id="META-005",
    severity=Severity.WARNING,
    title="Remote $ref",
    what="Checks for a `$ref` to a URL outside the schema.",
    why=(
        "Since 2026-07-28 clients must not fetch it on their own, and hardly any did before. "
        "The argument stays undescribed."
    ),
    fix="Copy the definition into `$defs` and refer to it as `#/$defs/Name`.",
    check=_check,
    proof=LintProof(
        passing=(taking(query=text()),),
        failing=(taking(query={"$ref": "https://example.com/query.schema.json"}),),
    ),
)
