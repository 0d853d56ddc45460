"""A hint in another spelling."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.lint.words import (
    fold,
)
from mcptest.model.finding import Severity
from mcptest.model.spec_version import SpecVersion
from mcptest.schema.pointer import join_pointer

_HINTS: Final = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
_SPELLINGS: Final = {
    spelling: hint for hint in _HINTS for spelling in (fold(hint), fold(hint.removesuffix("Hint")))
}


def _check(subject: LintSubject) -> Iterator[Hit]:
    stated = subject.tool.annotations
    for member in stated if isinstance(stated, dict) else ():
        meant = _SPELLINGS.get(fold(member), member)
        if meant != member and isinstance(stated, dict) and meant not in stated:
            yield Hit(
                f"/annotations{join_pointer([member])}",
                f'"{member}" is not a known hint; did you mean "{meant}"?',
                expected=meant,
                actual=member,
            )


RULE = LintRule(
    id="ANN-006",
    severity=Severity.WARNING,
    title="Misspelled hint",
    what=(
        "Checks for annotations that are a known hint in another spelling, such as `readOnly` "
        "or `destructive_hint`."
    ),
    why="Clients ignore unknown annotations, so the hint has no effect.",
    fix="Use the spelling from the protocol.",
    check=_check,
    proof=LintProof(
        passing=(sample(annotations={"readOnlyHint": True}),),
        failing=(sample(annotations={"readOnly": True}),),
    ),
    since=SpecVersion.V2025_03_26,
)
