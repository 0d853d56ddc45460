"""A placeholder where a description should be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import sample
from mcptest.lint.shapes import (
    input_pointer,
    label,
)
from mcptest.lint.subject import LintSubject
from mcptest.lint.words import (
    count_words,
)
from mcptest.model.finding import Severity

_PLACEHOLDER: Final = re.compile(
    r"^\W*(?:todo|tbd|fixme|xxx|lorem ipsum|placeholder|coming soon|no description|"
    r"(?:your |tool |the )?description(?: (?:of the tool|here|goes here))?|"
    r"add (?:a )?description(?: here)?)\b\W*(?:$|[:\-])",
    re.IGNORECASE,
)


def _check(subject: LintSubject) -> Iterator[Hit]:
    stated = subject.tool.description or ""
    if count_words(stated) > 1 and _PLACEHOLDER.search(stated):
        yield Hit(
            "/description",
            f'the description is a placeholder: "{stated.strip()[:60]}"',
            actual=stated,
        )
    for visit in subject.arguments:
        schema = visit.schema if isinstance(visit.schema, dict) else {}
        inner = schema.get("description")
        if isinstance(inner, str) and _PLACEHOLDER.search(inner) and inner.lower() != visit.name:
            yield Hit(
                f"{input_pointer(visit)}/description",
                f"the description of {label(visit)} is a placeholder",
                actual=inner,
            )


RULE = LintRule(
    id="DESC-009",
    severity=Severity.WARNING,
    title="Placeholder description",
    what='Checks for descriptions such as "TODO: …", "Tool description here" or "No description".',
    why="A placeholder tells a model nothing and hides that the description is missing.",
    fix="Write the description.",
    check=_check,
    proof=LintProof(
        passing=(sample(),), failing=(sample(description="TODO: describe the search"),)
    ),
)
