"""A name too long for model APIs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity

_LONGEST: Final = 64
_BY_PROTOCOL: Final = 128


def _check(subject: LintSubject) -> Iterator[Hit]:
    size = len(subject.tool.name)
    if _LONGEST < size <= _BY_PROTOCOL:
        yield Hit(
            "/name",
            f"the name has {size} characters; the OpenAI API allows {_LONGEST}, Cursor allows 60 "
            "including the server's name",
            expected=_LONGEST,
            actual=size,
        )


RULE = LintRule(
    id="HOST-008",
    severity=Severity.WARNING,
    title="Name too long for model APIs",
    what=f"Checks for tool names of more than {_LONGEST} characters.",
    why=(
        "The OpenAI API rejects longer names (`string too long. Expected a string with maximum "
        "length 64`). Clients add the server's name as a prefix, so even shorter names may be "
        "truncated. Cursor hides tools if the server and tool names have more than 60 "
        "characters together."
    ),
    fix="Choose a shorter name without the server's name in it.",
    check=_check,
    proof=LintProof(
        passing=(sample(),), failing=(sample(name="search_" + "very_" * 12 + "old_notes"),)
    ),
)
