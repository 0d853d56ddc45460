"""A string or a list without a bound on its size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.lint.reference import references
from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text
from mcptest.lint.shapes import (
    describes_argument,
    input_pointer,
    label,
    schemas,
    types_of,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import JsonObject

_BOUNDS: Final = {"string": "maxLength", "array": "maxItems"}


def _check(subject: LintSubject) -> Iterator[Hit]:
    named = _used_by_arguments(subject)
    for visit, schema in schemas(subject.linted):
        if describes_argument(visit) or visit.pointer in named:
            for kind in sorted(_unbounded(schema)):
                yield Hit(
                    input_pointer(visit),
                    f"{label(visit)} is {'a string' if kind == 'string' else 'an array'} "
                    f"without {_BOUNDS[kind]}, so its size is unbounded",
                )


def _unbounded(schema: JsonObject) -> set[str]:
    if "enum" in schema or "const" in schema:
        return set()
    return {
        kind
        for kind, bound in _BOUNDS.items()
        if kind in types_of(schema) - schema.keys() and bound not in schema
        if kind != "array" or not _is_closed_tuple(schema)
    }


def _is_closed_tuple(schema: JsonObject) -> bool:
    """Whether each item has its own schema, and no more items are allowed."""
    if isinstance(schema.get("items"), list):
        return schema.get("additionalItems") is False
    rest = schema.get("items", schema.get("unevaluatedItems"))
    return rest is False


def _used_by_arguments(subject: LintSubject) -> set[str]:
    """Pointers of shared definitions that are an argument's own schema."""
    return {
        reference.target
        for reference in references(subject.linted)
        if reference.target is not None and describes_argument(reference.visit)
    }


RULE = LintRule(
    id="SCH-004",
    severity=Severity.WARNING,
    title="Unbounded size",
    what=(
        "Checks for string properties without `maxLength` and array properties without "
        "`maxItems`, at every depth. An `enum` or a `const` also bounds a string, and a tuple "
        "that allows no more items is bounded. A shared definition is reported once."
    ),
    why="One call can send a gigabyte and take down the whole server.",
    fix=(
        "Choose a limit that the tool can handle. Only you know the right number, so there is "
        "no automatic fix."
    ),
    check=_check,
    proof=LintProof(
        passing=(taking(query=text()),),
        failing=(
            taking(query={"type": "string", "description": "Words to look for, in any order."}),
        ),
    ),
)
