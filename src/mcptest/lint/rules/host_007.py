"""A name with a character that model APIs refuse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity

_TAKEN: Final = re.compile(r"[A-Za-z0-9_-]*")
_BY_PROTOCOL: Final = re.compile(r"[A-Za-z0-9_.-]*")


def _check(subject: LintSubject) -> Iterator[Hit]:
    name = subject.tool.name
    if _BY_PROTOCOL.fullmatch(name) and not _TAKEN.fullmatch(name):
        yield Hit(
            "/name",
            f'the name "{name}" contains a dot, which the OpenAI and Anthropic APIs reject',
            expected="^[a-zA-Z0-9_-]{1,64}$",
            actual=name,
        )


RULE = LintRule(
    id="HOST-007",
    severity=Severity.WARNING,
    title="Name that model APIs reject",
    what=(
        "Checks for tool names with a dot, which the protocol allows but model APIs reject. "
        "NAME-006 covers names that the protocol itself advises against."
    ),
    why=(
        "OpenAI and Anthropic accept only letters, digits, underscores and hyphens. With "
        "clients that pass names on unchanged, such as the Copilot CLI, every request fails."
    ),
    fix="Replace the dot with an underscore.",
    check=_check,
    proof=LintProof(passing=(sample(),), failing=(sample(name="notes.search"),)),
)
