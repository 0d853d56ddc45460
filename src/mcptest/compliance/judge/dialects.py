"""Whether a schema that a tool lists is valid in its dialect; references are not followed."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.json import Json, JsonObject
from mcptest.schema.validate import DEFAULT_DIALECT, DIALECTS, validator

_OLDER = "draft-07"


def schema_problems(schema: Json) -> Iterator[tuple[str, bool]]:
    """Each problem in words, and whether the schema is wrong in every dialect it may mean."""
    named = schema.get("$schema") if isinstance(schema, dict) else None
    if named is not None:
        dialect = _dialect_of(named)
        for words in _wrong(schema, dialect) if dialect else ():
            yield words, True
        return
    everywhere = bool(_wrong(schema, _OLDER))
    for words in _wrong(schema, DEFAULT_DIALECT):
        yield words, everywhere


def _dialect_of(named: Json) -> str | None:
    """The key of a dialect that we know; nothing is said about others."""
    for key, uri in DIALECTS.items():
        if isinstance(named, str) and named.rstrip("#") == uri.rstrip("#"):
            return key
    return None


def _wrong(schema: Json, dialect: str) -> list[str]:
    meta: JsonObject = {"$schema": DIALECTS[dialect], "$ref": DIALECTS[dialect]}
    errors = validator(meta).errors(schema)
    # The parts of a metaschema repeat what is wrong; once is enough.
    return list(dict.fromkeys(f"{error.pointer}: {error.message}" for error in errors))
