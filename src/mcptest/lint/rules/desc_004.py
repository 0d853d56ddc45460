"""A description that costs too much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.lint.tokens import estimate_tokens
from mcptest.model.finding import Severity

_MOST: Final = 1_000


def _check(subject: LintSubject) -> Iterator[Hit]:
    cost = estimate_tokens(subject.tool.description or "")
    if cost > _MOST:
        yield Hit(
            "/description",
            f"the description costs about {cost} tokens in every conversation",
            expected=_MOST,
            actual=cost,
        )


RULE = LintRule(
    id="DESC-004",
    severity=Severity.WARNING,
    title="Description too long",
    what=(
        f"Checks for descriptions of more than about {_MOST} tokens (four bytes count as one "
        "token)."
    ),
    why=(
        "Clients send every description with every request. Claude Code truncates descriptions "
        "at 2,048 characters, so anything after that is never read."
    ),
    fix="Move manuals into a resource or a prompt, and describe arguments in the schema.",
    check=_check,
    proof=LintProof(
        passing=(sample(),),
        failing=(sample(description="Search the user's notes by their words. " * 110),),
    ),
)
