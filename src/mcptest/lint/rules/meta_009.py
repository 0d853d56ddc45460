"""A pattern that is not a valid regular expression."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text
from mcptest.lint.shapes import (
    input_pointer,
    label,
    schemas,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.schema.pointer import join_pointer
from mcptest.schema.validate import validator


def _check(subject: LintSubject) -> Iterator[Hit]:
    for visit, schema in schemas(subject.visits):
        pattern = schema.get("pattern")
        if isinstance(pattern, str) and not _compiles(pattern):
            yield Hit(
                f"{input_pointer(visit)}/pattern",
                f"the pattern of {label(visit)} is not a valid regular expression",
                actual=pattern,
            )
        named = schema.get("patternProperties")
        for name in named if isinstance(named, dict) else ():
            if not _compiles(name):
                yield Hit(
                    f"{input_pointer(visit)}{join_pointer(['patternProperties', name])}",
                    f'the pattern "{name}" is not a valid regular expression',
                    actual=name,
                )


def _compiles(pattern: str) -> bool:
    """Whether either of two engines takes it; what only one refuses is dialect, not a mistake."""
    if not validator({"pattern": pattern}).schema_errors:
        return True
    import regex

    spelt = pattern.replace("[^]", r"[\s\S]").replace(r"\k<", r"\g<")  # ECMA-262 has these
    try:
        regex.compile(spelt)
    except (regex.error, RecursionError, OverflowError):
        return False
    return True


RULE = LintRule(
    id="META-009",
    severity=Severity.ERROR,
    title="Invalid pattern",
    what="Compiles every `pattern` and every key of `patternProperties`.",
    why="Validators reject the whole schema because of it.",
    fix="Correct the expression. JSON Schema uses ECMA-262 syntax, without slashes or flags.",
    check=_check,
    proof=LintProof(
        passing=(taking(query=text(pattern="^[a-z ]+$")),),
        failing=(taking(query=text(pattern="^[a-z +$")),),
    ),
)
