"""Arguments that differ only in case or punctuation."""

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
                    f'"{name}" differs from "{other}" only in case or punctuation',
                    actual=name,
                )


RULE = LintRule(
    id="NAME-007",
    severity=Severity.WARNING,
    title="Arguments that differ only in case or punctuation",
    what=(
        "Checks for properties of one object that are equal if case, underscores, hyphens and "
        "dots are ignored."
    ),
    why="Models confuse them.",
    fix="Keep one of them. If callers use the other, accept it silently for a while.",
    check=_check,
    proof=LintProof(
        passing=(taking(user_id=text("Whose notes to search.")),),
        failing=(
            taking(user_id=text("Whose notes to search."), userId=text("Whose notes, as of old.")),
        ),
    ),
)
