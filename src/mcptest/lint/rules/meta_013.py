"""An allowed value of another type than the property."""

from __future__ import annotations

import json
from collections.abc import Iterator

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
from mcptest.model.json import Json, JsonObject, json_type


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, schema in schemas(subject.visits):
        for steps, value in _listed(schema):
            if types_of(schema) and not _fits(value, types_of(schema)):
                yield Hit(
                    f"{input_pointer(visit)}{steps}",
                    f"{label(visit)} has type {' or '.join(sorted(types_of(schema)))} and allows "
                    f"{json.dumps(value)}, which is {json_type(value)}: it can never be given",
                    expected=[*sorted(types_of(schema))],
                    actual=value,
                )


def _listed(schema: JsonObject) -> Iterator[tuple[str, Json]]:
    values = schema.get("enum")
    for index, value in enumerate(values if isinstance(values, list) else ()):
        yield f"/enum/{index}", value
    if "const" in schema:
        yield "/const", schema["const"]


def _fits(value: Json, types: frozenset[str]) -> bool:
    kind = json_type(value)
    whole = isinstance(value, float) and value.is_integer()
    return (
        kind in types or (kind == "integer" and "number" in types) or (whole and "integer" in types)
    )


RULE = LintRule(
    id="META-013",
    severity=Severity.WARNING,
    title="Enum value has the wrong type",
    what="Checks every entry of `enum` and every `const` against the `type` next to it.",
    why=(
        "The model sees the value but gets an error when it sends it. The usual cause is "
        "numbers written as strings."
    ),
    fix="Write the values in the declared type, or correct the type.",
    check=_check,
    proof=LintProof(
        passing=(taking(stars=number("Stars of the note.", enum=[1, 2, 3])),),
        failing=(taking(stars=number("Stars of the note.", enum=["1", "2", "3"])),),
    ),
)
