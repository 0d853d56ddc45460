"""A reading tool that does not say so."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.lint.words import (
    READING,
    first_word,
)
from mcptest.model.finding import Severity
from mcptest.model.json import MISSING
from mcptest.model.spec_version import SpecVersion


def _check(subject: LintSubject) -> Iterator[Hit]:
    stated = subject.tool.annotations
    hints = stated if isinstance(stated, dict) else {}
    verb = first_word(subject.tool.name)
    if verb in READING and not {"destructiveHint", "readOnlyHint"} & hints.keys():
        yield Hit(
            "/annotations" if isinstance(stated, dict) else "",
            f'the name starts with "{verb}", but the tool has no readOnlyHint',
        )


RULE = LintRule(
    id="ANN-008",
    severity=Severity.NOTE,
    title="Read-only tool without a hint",
    what=(
        "Checks for tools whose name starts with a reading verb (get, list, search, …) and that"
        " have no `readOnlyHint`."
    ),
    why="Without the hint, clients have to assume the worst and ask the user before every call.",
    fix="Set `readOnlyHint` to true if the tool changes nothing.",
    check=_check,
    proof=LintProof(passing=(sample(),), failing=(sample(annotations=MISSING),)),
    since=SpecVersion.V2025_03_26,
)
