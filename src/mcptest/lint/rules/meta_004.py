"""A reference that leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.reference import references
from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import defining, taking, text
from mcptest.lint.shapes import (
    input_pointer,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    for reference in references(subject.visits):
        if reference.kind == "dangling":
            yield Hit(
                f"{input_pointer(reference.visit)}/$ref",
                f'$ref "{reference.text}" has no target in this schema',
                actual=reference.text,
            )


RULE = LintRule(
    id="META-004",
    severity=Severity.ERROR,
    title="Dangling $ref",
    what="Follows every `$ref` within the input schema and reports those without a target.",
    why=(
        "A validator rejects the whole schema. A client that does not validate shows the model "
        "an argument without a type."
    ),
    fix=(
        "Add the definition, or correct the pointer. A schema that is copied into the catalog "
        "needs its `$defs` too."
    ),
    check=_check,
    proof=LintProof(
        passing=(defining({"query": {"$ref": "#/$defs/Query"}}, {"Query": text()}),),
        failing=(taking(query={"$ref": "#/$defs/Query"}),),
    ),
)
