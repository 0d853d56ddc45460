"""A description longer than OpenAI takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity

_LONGEST: Final = 1024


def _check(subject: LintSubject) -> Iterator[Hit]:
    size = len(subject.tool.description or "")
    if size > _LONGEST:
        yield Hit(
            "/description",
            f"the description has {size} characters; OpenAI's chat completions allow {_LONGEST}",
            expected=_LONGEST,
            actual=size,
        )


RULE = LintRule(
    id="HOST-011",
    severity=Severity.NOTE,
    title="Description too long for OpenAI",
    what=f"Checks for tool descriptions of more than {_LONGEST} characters.",
    why=(
        "OpenAI's chat completions API and compatible services reject the request (`string too "
        f"long. Expected a string with maximum length {_LONGEST}`) unless the client truncates "
        "it first."
    ),
    fix="Put the important part first, and describe arguments in the schema.",
    check=_check,
    proof=LintProof(
        passing=(sample(),),
        failing=(sample(description="Search the user's notes by their words. " * 30),),
    ),
)
