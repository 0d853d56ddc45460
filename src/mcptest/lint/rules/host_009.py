"""More tools than hosts take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity

_MOST: Final = 128


def _check(subject: LintSubject) -> Iterator[Hit]:
    if subject.index == _MOST:
        yield Hit(
            "",
            f"this is tool number {_MOST + 1}; VS Code and the OpenAI API reject requests with "
            f"more than {_MOST} tools",
            expected=_MOST,
        )


RULE = LintRule(
    id="HOST-009",
    severity=Severity.WARNING,
    title="Too many tools",
    what=(
        f"Checks for catalogs of more than {_MOST} tools. Reported once, at the first tool over "
        "the limit."
    ),
    why=(
        f"VS Code (`Cannot have more than {_MOST} tools per request`) and the OpenAI API reject "
        "the whole request. The user's other servers count too, so the limit is reached sooner."
    ),
    fix="Merge tools that differ in one argument, or let users enable groups of tools.",
    check=_check,
    proof=LintProof(
        passing=tuple(
            sample(name=f"search_notes_{n}", description=f"Search the user's notebook {n} by text.")
            for n in range(_MOST)
        ),
        failing=tuple(
            sample(name=f"search_notes_{n}", description=f"Search the user's notebook {n} by text.")
            for n in range(_MOST + 1)
        ),
    ),
)
