"""A description that contradicts the required list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text
from mcptest.lint.shapes import (
    input_pointer,
    label,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity

_OPTIONAL: Final = re.compile(r"^\W*optional\b(?!\s+(?:or|and)\b)|\(optional\)", re.IGNORECASE)
_REQUIRED: Final = re.compile(r"^\W*required\s*[.:;,)\]]|\(required\)", re.IGNORECASE)


def _check(subject: LintSubject) -> Iterator[Hit]:
    listed = subject.root.get("required", [])
    required = listed if isinstance(listed, list) else []
    for visit in subject.arguments:
        schema = visit.schema if isinstance(visit.schema, dict) else {}
        stated = schema.get("description")
        claim = _claim(stated if isinstance(stated, str) else "")
        if claim and (claim == "required") != (visit.name in required) and "default" not in schema:
            yield Hit(
                f"{input_pointer(visit)}/description",
                f"the description of {label(visit)} calls it {claim}, "
                f"and the required list says otherwise",
                actual=stated,
            )


def _claim(stated: str) -> str | None:
    if _OPTIONAL.search(stated):
        return "optional"
    return "required" if _REQUIRED.search(stated) else None


RULE = LintRule(
    id="DESC-007",
    severity=Severity.WARNING,
    title="Description contradicts the required list",
    what=(
        'Checks for arguments whose description says "optional" or "required" at its start or '
        "in parentheses while the `required` list says the opposite."
    ),
    why="The model believes one of the two, and it may be the wrong one.",
    fix="Correct the list or the description.",
    check=_check,
    proof=LintProof(
        passing=(taking(query=text("Required. Words to look for.")),),
        failing=(taking(query=text("Optional. Words to look for.")),),
    ),
)
