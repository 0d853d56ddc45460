"""A keyword that has no effect on its type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import number, taking
from mcptest.lint.shapes import (
    input_pointer,
    label,
    schemas,
    types_of,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity

_OF_TYPE: Final = {
    "string": ("maxLength", "minLength", "pattern"),
    "number": ("exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"),
    "array": ("contains", "items", "maxItems", "minItems", "prefixItems", "uniqueItems"),
    "object": ("maxProperties", "minProperties", "patternProperties", "properties", "required"),
}


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, schema in schemas(subject.visits):
        types = {"number" if name == "integer" else name for name in types_of(schema)}
        for kind, keywords in _OF_TYPE.items():
            if not types or kind in types:
                continue
            for keyword in keywords:
                if keyword in schema:
                    yield Hit(
                        f"{input_pointer(visit)}/{keyword}",
                        f"{label(visit)} has type {' or '.join(sorted(types_of(schema)))}, "
                        f"on which {keyword} has no effect",
                    )


RULE = LintRule(
    id="META-014",
    severity=Severity.WARNING,
    title="Keyword has no effect",
    what=(
        "Checks for keywords that have no effect on the declared type, such as `maxLength` on a"
        " number or `minimum` on a string."
    ),
    why="The limit that was intended does not apply.",
    fix=(
        "Use the keyword for that type (`maximum` for numbers, `maxItems` for arrays), or "
        "correct the type."
    ),
    check=_check,
    proof=LintProof(
        passing=(taking(limit=number()),),
        failing=(taking(limit={"type": "integer", "description": "At most.", "maxLength": 3}),),
    ),
)
