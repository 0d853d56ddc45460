"""A name with characters that the protocol advises against."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity

_ADVISED: Final = re.compile(r"[A-Za-z0-9_.-]*")


def _check(subject: LintSubject) -> Iterator[Hit]:
    name = subject.tool.name
    if not _ADVISED.fullmatch(name):
        odd = sorted({c for c in name if not _ADVISED.fullmatch(c)})
        shown = ", ".join(json.dumps(character) for character in odd[:5])
        yield Hit(
            "/name",
            f"the name has characters that clients and model APIs reject: {shown}",
            expected="^[A-Za-z0-9_.-]{1,128}$",
            actual=name,
        )


RULE = LintRule(
    id="NAME-006",
    severity=Severity.WARNING,
    title="Name with unsupported characters",
    what=(
        "Checks for names with characters other than ASCII letters, digits, underscores, "
        "hyphens and dots."
    ),
    why=(
        "Since 2025-11-25 the protocol recommends only these characters. OpenAI and Anthropic "
        "reject other characters in any revision, so this rule applies to all of them."
    ),
    fix="Rename the tool, and put the readable form into `title`.",
    check=_check,
    proof=LintProof(passing=(sample(),), failing=(sample(name="search notes"),)),
)
