"""An entry of the catalog that is not an object."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import json_kind, json_type


def _check(subject: LintSubject) -> Iterator[Hit]:
    if not isinstance(subject.tool.raw, dict):
        yield Hit(
            "",
            f"the tool is {json_kind(subject.tool.raw)}, expected an object",
            expected="object",
            actual=json_type(subject.tool.raw),
        )


RULE = LintRule(
    id="META-001",
    severity=Severity.ERROR,
    title="Not a tool",
    what="Checks that every entry of `tools` is a JSON object.",
    why="No client can use the entry, and many give up on the whole list.",
    fix="Return an object with at least `name` and `inputSchema` for every tool.",
    check=_check,
    proof=LintProof(passing=(sample(),), failing=(7,)),  # type: ignore[arg-type]  # the point of it
)
