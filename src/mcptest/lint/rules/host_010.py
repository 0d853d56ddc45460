"""An argument whose name the Anthropic API refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import arguments, taking, text, under
from mcptest.lint.shapes import (
    input_pointer,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity

_TAKEN: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit in subject.arguments:
        if not _TAKEN.fullmatch(visit.name):
            yield Hit(
                input_pointer(visit),
                f'the Anthropic API refuses the argument name "{visit.name}"',
                expected="^[a-zA-Z0-9_.-]{1,64}$",
                actual=visit.name,
            )


RULE = LintRule(
    id="HOST-010",
    severity=Severity.WARNING,
    title="Argument name that model APIs refuse",
    what="Looks for arguments with other characters than letters, digits, underscores, dots "
    "and hyphens, or with more than 64 of them.",
    why="The Anthropic API answers 400 (`Property keys should match pattern`) to every request "
    "that carries the tool list.",
    fix="Rename the argument; keep the odd name inside the server.",
    check=_check,
    proof=LintProof(
        passing=(taking(query=text()),),
        failing=(under(arguments({"search text": text()})),),
    ),
)
