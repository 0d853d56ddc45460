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
                    f"{label(visit)} uses {word}, which Gemini functions do not support",
                    actual=word,
                )


RULE = LintRule(
    id="HOST-012",
    severity=Severity.NOTE,
    title="Keyword that Gemini does not support",
    what="Checks for keywords that Gemini function declarations do not support: "
    f"{', '.join(_UNKNOWN)}.",
    why=(
        'The Gemini API returns 400 (`Unknown name "exclusiveMinimum"`) for the whole request, '
        "unless the client removes the keyword or uses `parametersJsonSchema`."
    ),
    fix=(
        "Use a simpler form if there is one: an `enum` with one value for `const`, `minimum` "
        "for integers. Check in the server what clients may remove."
    ),
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
