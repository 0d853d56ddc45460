"""Arguments that differ in case or punctuation only."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text
from mcptest.lint.shapes import (
    input_pointer,
    properties_of,
    schemas,
)
from mcptest.lint.subject import LintSubject
from mcptest.lint.words import (
    fold,
)
from mcptest.model.finding import Severity
from mcptest.schema.pointer import join_pointer


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, schema in schemas(subject.visits):
        first: dict[str, str] = {}
        for name in properties_of(schema):
            other = first.setdefault(fold(name), name)
            if other != name and fold(name):
                yield Hit(
                    f"{input_pointer(visit)}{join_pointer(['properties', name])}",
                    f'"{name}" differs from "{other}" in case or punctuation only',
                    actual=name,
                )


RULE = LintRule(
    id="NAME-007",
    severity=Severity.WARNING,
    title="Arguments differ in case or punctuation only",
    what="Looks for properties of one object that are equal once case, underscores, hyphens and "
    "dots are ignored.",
    why="Models send the one for the other.",
    fix="Keep one of them; accept the other silently for a while if callers use it.",
    check=_check,
    proof=LintProof(
        passing=(taking(user_id=text("Whose notes to search.")),),
        failing=(
            taking(user_id=text("Whose notes to search."), userId=text("Whose notes, as of old.")),
        ),
    ),
)
