"""Validates schemas against their dialect, and their examples and defaults against the schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from mcptest.lint.reference import references
from mcptest.lint.shapes import schemas
from mcptest.lint.subject import LintSubject
from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.schema.validate import SchemaError, Validator, check_schema, validator
from mcptest.schema.walk import Visit, walk

# What says nothing about which values are allowed.
_TELLING: Final = frozenset({"title", "description", "default", "examples", "$comment"})


@record
class WrongValue:
    """A value that its own schema refuses; ``pointer`` starts at the keyword's value."""

    pointer: str
    message: str


def own_errors(schema: MaybeJson, version: SpecVersion | None) -> list[SchemaError]:
    """What the schema's dialect has against it, but for what other rules say better."""
    if not isinstance(schema, dict):
        return []
    errors = check_schema(schema)
    if errors and "$schema" not in schema and not _strict(version):
        older = check_schema(schema, dialect="draft-07")
        errors = older if len(older) < len(errors) else errors
    return [] if _said_elsewhere(schema, errors) else [e for e in errors if not _minor(e)]


def _strict(version: SpecVersion | None) -> bool:
    """From 2025-11-25 on a schema that names no dialect is 2020-12; before, nothing said so."""
    return version is not None and version >= SpecVersion.V2025_11_25


def _said_elsewhere(schema: JsonObject, errors: list[SchemaError]) -> bool:
    """A reference that cannot be followed has rules of its own."""
    unplaced = len(errors) == 1 and not errors[0].pointer and not errors[0].schema_pointer
    return unplaced and any(
        r.kind in {"dangling", "remote"} for r in references(tuple(walk(schema)))
    )


def _minor(error: SchemaError) -> bool:
    """Patterns and empty enums have rules of their own."""
    return error.pointer.rpartition("/")[2] in {"pattern", "enum"} or "regex" in error.message


def own_validator(root: JsonObject, schema: JsonObject) -> Validator | None:
    """A validator of a subschema, or None where its references reach beyond shared definitions."""
    whole = {word: part for word, part in schema.items() if word not in _TELLING}
    referring = False
    for reference in references(tuple(walk(schema))):
        if not reference.text.startswith(("#/$defs/", "#/definitions/")):
            return None
        referring = True
    for word in ("$schema", "$defs", "definitions") if referring else ("$schema",):
        if word in root:
            whole.setdefault(word, root[word])
    built = validator(whole) if referring else _compiled(json.dumps(whole))
    return None if built.schema_errors else built


@lru_cache(maxsize=256)
def _compiled(schema: str) -> Validator:
    """Most arguments with a default are one of a few: a boolean, a number from 1 to 100."""
    return validator(json.loads(schema))


def wrong_values(subject: LintSubject, keyword: str) -> Iterator[tuple[Visit, WrongValue]]:
    """Defaults or examples of the input schema that are not allowed where they stand."""
    for visit, schema in schemas(subject.visits):
        if keyword in schema:
            for found in _wrong(subject.root, schema, keyword):
                yield visit, found


def _wrong(root: JsonObject, schema: JsonObject, keyword: str) -> Iterator[WrongValue]:
    carried: Json = schema[keyword]
    listed = keyword == "examples"
    values = (carried if isinstance(carried, list) else []) if listed else [carried]
    own = own_validator(root, schema) if values else None
    for index, value in enumerate(values if own else ()):
        errors = own.errors(value) if own else []
        if errors:
            yield WrongValue(f"/{index}" if listed else "", errors[0].message)
