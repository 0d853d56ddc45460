"""A list of allowed values that names one twice."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text
from mcptest.lint.shapes import (
    input_pointer,
    label,
    schemas,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, schema in schemas(subject.visits):
        values = schema.get("enum")
        seen: set[str] = set()
        for index, value in enumerate(values if isinstance(values, list) else ()):
            key = json.dumps(value, sort_keys=True)
            if key in seen:
                yield Hit(
                    f"{input_pointer(visit)}/enum/{index}",
                    f"the enum of {label(visit)} lists {key} twice",
                    actual=value,
                )
            seen.add(key)


RULE = LintRule(
    id="META-011",
    severity=Severity.WARNING,
    title="Duplicate enum value",
    what="Checks for `enum` lists that contain the same value more than once.",
    why=(
        "Draft-07 validators and some model APIs reject the schema, and it is almost always a "
        "mistake."
    ),
    fix="Remove the duplicate, or replace it with the value that was meant.",
    check=_check,
    proof=LintProof(
        passing=(taking(order=text("Sort order of the matches.", enum=["newest", "oldest"])),),
        failing=(taking(order=text("Sort order of the matches.", enum=["newest", "newest"])),),
    ),
)
