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
                f'the Anthropic API rejects the argument name "{visit.name}"',
                expected="^[a-zA-Z0-9_.-]{1,64}$",
                actual=visit.name,
            )


RULE = LintRule(
    id="HOST-010",
    severity=Severity.WARNING,
    title="Argument name that model APIs reject",
    what=(
        "Checks for argument names with characters other than letters, digits, underscores, "
        "dots and hyphens, or with more than 64 characters."
    ),
    why=(
        "The Anthropic API returns 400 (`Property keys should match pattern`) for every request"
        " with the tool list."
    ),
    fix="Rename the argument, and map it to the original name inside the server.",
    check=_check,
    proof=LintProof(
        passing=(taking(query=text()),),
        failing=(under(arguments({"search text": text()})),),
    ),
)
