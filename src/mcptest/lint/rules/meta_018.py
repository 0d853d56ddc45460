"""A tool nested too deeply to be looked at."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import arguments, sample, taking, text
from mcptest.lint.subject import DEEPEST, LintSubject, nesting
from mcptest.model.finding import Severity
from mcptest.model.json import JsonObject


def _check(subject: LintSubject) -> Iterator[Hit]:
    depth = nesting(subject.tool.raw)
    if depth > DEEPEST:
        yield Hit(
            "",
            f"the tool is nested {depth} levels deep; only {DEEPEST} are checked",
            expected=DEEPEST,
            actual=depth,
        )


def _deep() -> JsonObject:
    schema: JsonObject = text()
    for _ in range(DEEPEST):
        schema = arguments({"inner": schema})
    return taking(query=schema)


RULE = LintRule(
    id="META-018",
    severity=Severity.ERROR,
    title="Nested too deeply",
    what=f"Checks for tools with more than {DEEPEST} nested objects and arrays.",
    why=(
        "Every parser and validator has its own depth limit. No other rule is applied to such a"
        " tool."
    ),
    fix="Describe the recursion with a `$ref` to a definition.",
    check=_check,
    proof=LintProof(passing=(sample(),), failing=(_deep(),)),
)
