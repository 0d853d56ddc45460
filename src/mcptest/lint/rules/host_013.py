"""Arguments nested deeper than OpenAI takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import arguments, text, under
from mcptest.lint.shapes import (
    describes_object,
    input_pointer,
    label,
    schemas,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import JsonObject
from mcptest.schema.walk import Visit

_DEEPEST: Final = 10


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, schema in schemas(subject.visits):
        if describes_object(schema) and _levels(visit) == _DEEPEST + 1:
            yield Hit(
                input_pointer(visit),
                f"{label(visit)} is nested {_DEEPEST + 1} objects deep; OpenAI's strict mode "
                f"allows {_DEEPEST}",
                expected=_DEEPEST,
            )


def _levels(visit: Visit) -> int:
    """How many objects lie within each other, this one included."""
    levels, at = 1, visit.holder
    while at is not None:
        levels += describes_object(at.schema)
        at = at.holder
    return levels


def _nested(levels: int) -> JsonObject:
    schema = arguments({"query": text()})
    for _ in range(levels - 1):
        schema = arguments({"inner": {**schema, "description": "The next level."}})
    return under(schema)


RULE = LintRule(
    id="HOST-013",
    severity=Severity.WARNING,
    title="Arguments nested too deeply",
    what=f"Checks for more than {_DEEPEST} nested objects in the input schema.",
    why=(
        f"OpenAI's strict mode rejects schemas with more than {_DEEPEST} levels (5 until 2025), "
        "and models get deep structures wrong long before that."
    ),
    fix="Flatten the arguments, or split the tool.",
    check=_check,
    proof=LintProof(passing=(_nested(_DEEPEST),), failing=(_nested(_DEEPEST + 1),)),
)
