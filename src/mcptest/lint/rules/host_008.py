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
            f"the name has {size} characters; the OpenAI API takes {_LONGEST}, and Cursor takes 60 "
            "together with the name of the server",
            expected=_LONGEST,
            actual=size,
        )


RULE = LintRule(
    id="HOST-008",
    severity=Severity.WARNING,
    title="Name too long for model APIs",
    what=f"Looks for tool names of more than {_LONGEST} characters.",
    why="The OpenAI API refuses longer ones (`string too long. Expected a string with maximum "
    "length 64`); hosts put the server's name in front, so even shorter names may be cut. Cursor "
    "hides tools whose server and tool name have more than 60 together.",
    fix="Choose a shorter name; leave the server's name out of it.",
    check=_check,
    proof=LintProof(
        passing=(sample(),), failing=(sample(name="search_" + "very_" * 12 + "old_notes"),)
    ),
)
