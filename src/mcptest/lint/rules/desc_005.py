"""An argument without a description."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.docstring import listed_arguments
from mcptest.lint.rule import Hit, LintProof, LintRule
from mcptest.lint.sample import taking, text
from mcptest.lint.shapes import (
    input_pointer,
    label,
)
from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_reference


def _check(subject: LintSubject) -> Iterator[Hit]:
    listed = listed_arguments(subject.tool.description or "")
    for visit in subject.arguments:
        if visit.name not in listed and not _described(visit.schema, subject.root):
            yield Hit(input_pointer(visit), f"argument {label(visit)} has no description")


def _described(schema: Json, root: JsonObject) -> bool:
    for part in (schema, *_in_place(schema, root)):
        stated = part.get("description") if isinstance(part, dict) else None
        if isinstance(stated, str) and stated.strip():
            return True
    return isinstance(schema, dict) and "const" in schema


def _in_place(schema: Json, root: JsonObject) -> Iterator[Json]:
    """What else speaks about the argument: its definition, and the choices it offers."""
    if not isinstance(schema, dict):
        return
    reference = schema.get("$ref")
    if isinstance(reference, str):
        yield from _target(root, reference)
    for word in ("allOf", "anyOf", "oneOf"):
        parts = schema.get(word)
        for part in parts if isinstance(parts, list) else ():
            yield part
            if isinstance(part, dict) and isinstance(part.get("$ref"), str):
                yield from _target(root, str(part["$ref"]))


def _target(root: JsonObject, reference: str) -> Iterator[Json]:
    found = follow_reference(root, reference)
    if isinstance(found, dict):
        yield found


RULE = LintRule(
    id="DESC-005",
    severity=Severity.WARNING,
    title="Argument without a description",
    what=(
        "Checks for arguments without a `description`: their own, in their definition, in one "
        "of their choices, or in an `Args:` list in the tool's description."
    ),
    why="A model only sees the name and the type, and has to guess units, formats and defaults.",
    fix="Describe what the argument means, and its unit or format if it has one.",
    check=_check,
    proof=LintProof(
        passing=(taking(query=text()),),
        failing=(taking(query={"type": "string", "maxLength": 200}),),
    ),
)
