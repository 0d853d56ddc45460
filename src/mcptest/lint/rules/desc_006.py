"""A description that lists an argument which is not there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.docstring import listed_arguments
from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.shapes import (
    has_in_place,
    properties_of,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity

_INJECTED: Final = frozenset({"args", "context", "ctx", "kwargs", "request", "self", "session"})


def _check(subject: LintSubject) -> Iterator[Hit]:
    declared = {name for visit in subject.visits for name in properties_of(visit.schema)}
    if not subject.root or has_in_place(subject.root):
        return
    for name in listed_arguments(subject.tool.description or ""):
        if name not in declared and name not in _INJECTED:
            yield Hit(
                "/description",
                f'the description lists an argument "{name}" that is not in the input schema',
                expected=[*sorted(properties_of(subject.root))],
                actual=name,
            )


RULE = LintRule(
    id="DESC-006",
    severity=Severity.WARNING,
    title="Description lists an unknown argument",
    what=(
        "Reads argument lists in descriptions (`Args:` blocks and `:param name:` lines) and "
        "checks that the input schema declares each name."
    ),
    why="A model sends what the description promises, and the server drops or rejects it.",
    fix=(
        "Make the list and the schema match. Descriptions generated from docstrings go stale "
        "when an argument is renamed."
    ),
    check=_check,
    proof=LintProof(
        passing=(sample(description="Search the user's notes.\n\nArgs:\n    query: The words."),),
        failing=(sample(description="Search the user's notes.\n\nArgs:\n    text: The words."),),
    ),
)
