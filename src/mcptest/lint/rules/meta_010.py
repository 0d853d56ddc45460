"""A required property that nobody declared."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import arguments, taking, text, under
from mcptest.lint.shapes import (
    has_in_place,
    input_pointer,
    label,
    properties_of,
    schemas,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import JsonObject
from mcptest.schema.walk import Role


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, schema in schemas(subject.visits):
        if visit.role in {Role.BRANCH, Role.PART, Role.TEST} or has_in_place(schema):
            continue
        required = schema.get("required")
        if "properties" not in schema or not isinstance(required, list):
            continue
        for index, name in enumerate(required):
            if isinstance(name, str) and not _declared(name, schema):
                yield Hit(
                    f"{input_pointer(visit)}/required/{index}",
                    f'{label(visit)} requires "{name}", which is not among its properties',
                    expected=list(properties_of(schema)),
                    actual=name,
                )


def _declared(name: str, schema: JsonObject) -> bool:
    return name in properties_of(schema) or bool(schema.get("patternProperties"))


RULE = LintRule(
    id="META-010",
    severity=Severity.WARNING,
    title="Required property is not declared",
    what="Checks that `properties` declares every name in `required`.",
    why=(
        "A model cannot know what to send. If the object also forbids other properties, no call"
        " can be valid. The usual cause is a property that was renamed in one place only."
    ),
    fix="Declare the property, or remove the name from `required`.",
    check=_check,
    proof=LintProof(
        passing=(taking(query=text()),),
        failing=(under(arguments({"query": text()}, required=["text"])),),
    ),
)
