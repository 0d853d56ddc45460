"""Bounds that no value can keep."""

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
from mcptest.model.json import JsonObject

_PAIRS: Final = (
    ("minimum", "maximum"),
    ("exclusiveMinimum", "maximum"),
    ("minimum", "exclusiveMaximum"),
    ("exclusiveMinimum", "exclusiveMaximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
)


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, schema in schemas(subject.visits):
        for low, high in _PAIRS:
            if _crossed(schema, low, high):
                yield Hit(
                    f"{input_pointer(visit)}/{low}",
                    f"{label(visit)} has {low} {schema[low]} and {high} {schema[high]}, "
                    "so no value is allowed",
                )


def _crossed(schema: JsonObject, low: str, high: str) -> bool:
    least, most = schema.get(low), schema.get(high)
    if isinstance(least, bool) or isinstance(most, bool):
        return False
    if not isinstance(least, int | float) or not isinstance(most, int | float):
        return False
    return least > most or (least == most and "exclusive" in f"{low}{high}")


RULE = LintRule(
    id="META-012",
    severity=Severity.ERROR,
    title="Bounds exclude every value",
    what="Compares `minimum` with `maximum`, `minLength` with `maxLength` and so on.",
    why="No value of that type is valid, so the argument can never be given.",
    fix="Correct one of the two.",
    check=_check,
    proof=LintProof(
        passing=(taking(limit=number(minimum=1, maximum=50)),),
        failing=(taking(limit=number(minimum=50, maximum=1)),),
    ),
)
