"""A name longer than the protocol advises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.spec_version import SpecVersion

_LONGEST: Final = 128


def _check(subject: LintSubject) -> Iterator[Hit]:
    size = len(subject.tool.name)
    if size > _LONGEST:
        yield Hit(
            "/name",
            f"the name has {size} characters; the protocol recommends at most {_LONGEST}",
            expected=_LONGEST,
            actual=size,
        )


RULE = LintRule(
    id="NAME-005",
    severity=Severity.WARNING,
    title="Name too long",
    what=f"Checks for names of more than {_LONGEST} characters.",
    why=f"Since 2025-11-25 the protocol says that names should have 1 to {_LONGEST} characters.",
    fix="Choose a shorter name.",
    check=_check,
    proof=LintProof(passing=(sample(),), failing=(sample(name="search_" + "old_" * 31 + "notes"),)),
    since=SpecVersion.V2025_11_25,
)
