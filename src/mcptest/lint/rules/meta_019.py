"""A reference in the output schema that leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.reference import references
from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import arguments, sample, text
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import JsonObject
from mcptest.model.spec_version import SpecVersion


def _check(subject: LintSubject) -> Iterator[Hit]:
    for reference in references(subject.output_visits):
        if reference.kind == "dangling":
            yield Hit(
                f"/outputSchema{reference.visit.pointer}/$ref",
                f'$ref "{reference.text}" has no target in the output schema',
                actual=reference.text,
            )


_PAGE: JsonObject = {"page": {"$ref": "#/$defs/Page"}}
_DEFINED: JsonObject = {"$defs": {"Page": text()}}

RULE = LintRule(
    id="META-019",
    severity=Severity.ERROR,
    title="Dangling $ref in the output schema",
    what="Follows every `$ref` within `outputSchema`, as META-004 does for input.",
    why=(
        "Clients validate every structured result against it. If a reference has no target, "
        "every call to the tool fails in such a client."
    ),
    fix=(
        "Add the definition, or correct the pointer. A schema that is copied into the catalog "
        "needs its `$defs` too."
    ),
    check=_check,
    proof=LintProof(
        passing=(sample(outputSchema=arguments(_PAGE, **_DEFINED)),),
        failing=(sample(outputSchema=arguments(_PAGE)),),
    ),
    since=SpecVersion.V2025_06_18,
)
