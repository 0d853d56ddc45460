"""References that some hosts do not follow."""

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
    found = [r for r in references(subject.visits) if r.kind in {"local", "anchor"}]
    if found:
        yield Hit(
            f"{input_pointer(found[0].visit)}/$ref",
            f"the input schema uses $ref ({len(found)} in all), which Gemini and Anthropic's "
            "managed agents do not follow",
            actual=found[0].text,
        )


RULE = LintRule(
    id="HOST-015",
    severity=Severity.NOTE,
    title="Schema with references",
    what="Checks for `$ref` in the input schema. Reported once per tool.",
    why=(
        "Most clients support it, but Gemini function declarations do not, and Anthropic's "
        "managed agents reject custom tools with it. A client that removes it shows the model "
        "an argument without a type."
    ),
    fix="Inline small definitions. Pydantic and zod can both do that.",
    check=_check,
    proof=LintProof(
        passing=(taking(query=text()),),
        failing=(defining({"query": {"$ref": "#/$defs/Query"}}, {"Query": text()}),),
    ),
)
