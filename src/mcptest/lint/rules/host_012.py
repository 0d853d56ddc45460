"""Keywords that Gemini has no field for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import number, taking
from mcptest.lint.shapes import (
    input_pointer,
    label,
    schemas,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity

_UNKNOWN: Final = (
    "const",
    "contains",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "multipleOf",
    "not",
    "patternProperties",
    "propertyNames",
    "uniqueItems",
)


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, schema in schemas(subject.visits):
        for word in _UNKNOWN:
            if word in schema:
                yield Hit(
                    f"{input_pointer(visit)}/{word}",
                    f"{label(visit)} uses {word}, for which Gemini function declarations have "
                    "no field",
                    actual=word,
                )


RULE = LintRule(
    id="HOST-012",
    severity=Severity.NOTE,
    title="Keyword that Gemini does not know",
    what="Looks for keywords that the `parameters` of a Gemini function declaration cannot carry: "
    f"{', '.join(_UNKNOWN)}.",
    why='The Gemini API answers 400 (`Unknown name "exclusiveMinimum"`) to the whole request, '
    "unless the host strips them or uses `parametersJsonSchema`.",
    fix="Use the plainer form where there is one: an `enum` of one value for `const`, `minimum` "
    "for integers. What hosts strip, check in the server.",
    check=_check,
    proof=LintProof(
        passing=(taking(limit=number(minimum=1)),),
        failing=(
            taking(
                limit={
                    "type": "integer",
                    "description": "How many notes to return at most.",
                    "exclusiveMinimum": 0,
                    "maximum": 50,
                }
            ),
        ),
    ),
)
