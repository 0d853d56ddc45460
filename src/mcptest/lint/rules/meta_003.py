"""An input schema that its own dialect refuses."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text
from mcptest.lint.subject import LintSubject
from mcptest.lint.values import own_errors
from mcptest.model.finding import Severity


def _check(subject: LintSubject) -> Iterator[Hit]:
    for error in own_errors(subject.tool.input_schema, subject.version):
        yield Hit(
            f"/inputSchema{error.pointer}",
            f"the input schema is not valid JSON Schema: {error.message}",
        )


RULE = LintRule(
    id="META-003",
    severity=Severity.ERROR,
    title="Input schema not valid in its dialect",
    what=(
        "Validates `inputSchema` against the metaschema in its `$schema`. Without one the "
        "dialect is 2020-12. For revisions before 2025-11-25, and if the revision is unknown, "
        "draft-07 is accepted too."
    ),
    why=(
        "A validator rejects the whole schema, so the tool's arguments are not validated or the"
        " tool is dropped."
    ),
    fix="Correct the keyword named in the finding.",
    check=_check,
    proof=LintProof(
        passing=(taking(query=text()),),
        failing=(taking(query={"type": "text", "description": "Words to look for."}),),
    ),
)
