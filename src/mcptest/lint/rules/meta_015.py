"""A keyword in another spelling."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text
from mcptest.lint.shapes import (
    input_pointer,
    label,
    schemas,
)
from mcptest.lint.subject import LintSubject
from mcptest.lint.words import (
    fold,
)
from mcptest.model.finding import Severity
from mcptest.schema.pointer import join_pointer

_KEYWORDS: Final = {
    fold(word): word
    for word in (
        "additionalProperties",
        "allOf",
        "anyOf",
        "default",
        "description",
        "enum",
        "examples",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "items",
        "maxItems",
        "maxLength",
        "maximum",
        "minItems",
        "minLength",
        "minimum",
        "multipleOf",
        "oneOf",
        "pattern",
        "patternProperties",
        "prefixItems",
        "properties",
        "required",
        "type",
        "uniqueItems",
    )
}


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, schema in schemas(subject.visits):
        for word in schema:
            meant = _KEYWORDS.get(fold(word), word)
            if meant != word and meant not in schema and not word.startswith("x-"):
                yield Hit(
                    f"{input_pointer(visit)}{join_pointer([word])}",
                    f'"{word}" of {label(visit)} is not a keyword; did you mean "{meant}"?',
                    expected=meant,
                    actual=word,
                )


RULE = LintRule(
    id="META-015",
    severity=Severity.WARNING,
    title="Misspelled keyword",
    what="Checks for keywords in another case or with underscores: `maxlength`, `max_length`.",
    why="Unknown keywords are allowed and ignored, so the intended constraint does not apply.",
    fix="Use the spelling from JSON Schema.",
    check=_check,
    proof=LintProof(
        passing=(taking(query=text(minLength=1)),),
        failing=(taking(query=text(min_length=1)),),
    ),
)
