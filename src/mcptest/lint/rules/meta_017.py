"""References that go round in a circle."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.reference import loops
from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import defining, text
from mcptest.lint.shapes import (
    input_pointer,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    for reference in loops(subject.root, subject.visits):
        yield Hit(
            f"{input_pointer(reference.visit)}/$ref",
            f'following $ref "{reference.text}" leads back to itself without describing anything',
            actual=reference.text,
        )


RULE = LintRule(
    id="META-017",
    severity=Severity.ERROR,
    title="Circular $ref",
    what="Follows chains of `$ref` that describe the same value and reports those that loop.",
    why=(
        "Such a chain says nothing about the value, and validators recurse until they give up. "
        "A tree that refers to itself below a property or an item is fine."
    ),
    fix="Let one schema in the loop describe the value.",
    check=_check,
    proof=LintProof(
        passing=(defining({"query": {"$ref": "#/$defs/Query"}}, {"Query": text()}),),
        failing=(
            defining(
                {"query": {"$ref": "#/$defs/A"}},
                {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}},
            ),
        ),
    ),
)
