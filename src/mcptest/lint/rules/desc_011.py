"""An argument's description that says its name again."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text
from mcptest.lint.shapes import (
    input_pointer,
    label,
)
from mcptest.lint.subject import LintSubject
from mcptest.lint.words import (
    telling_words,
)
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit in subject.arguments:
        schema = visit.schema if isinstance(visit.schema, dict) else {}
        stated = schema.get("description")
        if isinstance(stated, str) and _repeats(stated, visit.name):
            yield Hit(
                f"{input_pointer(visit)}/description",
                f"the description of {label(visit)} only repeats its name",
                actual=stated,
            )


def _repeats(stated: str, name: str) -> bool:
    told = telling_words(stated)
    plain = re.fullmatch(r"[\w\s.,'-]*", stated) is not None  # a list of values is worth reading
    return plain and bool(told) and told == telling_words(name)


RULE = LintRule(
    id="DESC-011",
    severity=Severity.NOTE,
    title="Argument description repeats the name",
    what="Checks for arguments whose description only contains the words of their name.",
    why="It costs tokens and adds nothing.",
    fix="Say what the value means: its unit, its format, where it comes from.",
    check=_check,
    proof=LintProof(
        passing=(taking(query=text()),),
        failing=(taking(query=text("The query")),),
    ),
)
