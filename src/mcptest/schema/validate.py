"""Validate a value against a JSON Schema, and a schema against its dialect, without exceptions.

Formats are asserted. A remote ``$ref`` is never fetched: it is an error of the schema. Patterns
run under a backtracking limit, and a schema that would explode is refused before it is used.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final

from mcptest.model.json import Json
from mcptest.model.record import record
from mcptest.schema.expansion import expansion, may_explode
from mcptest.schema.pointer import join_pointer
from mcptest.schema.recursion import count_ways_back, depth_of

if TYPE_CHECKING:
    import jsonschema_rs

DEFAULT_DIALECT: Final = "2020-12"
DIALECTS: Final = {
    "draft-04": "http://json-schema.org/draft-04/schema#",
    "draft-06": "http://json-schema.org/draft-06/schema#",
    "draft-07": "http://json-schema.org/draft-07/schema#",
    "2019-09": "https://json-schema.org/draft/2019-09/schema",
    "2020-12": "https://json-schema.org/draft/2020-12/schema",
}
MOST_ERRORS: Final = 100
MOST_CHECKS: Final = 10_000
_BACKTRACKS: Final = 100_000
_LONGEST_MESSAGE: Final = 300
_DEEPEST: Final = 128
_MOST_PATHS: Final = 100_000  # so many ways through a schema are tried in a moment
_LONGEST: Final = 2.0


@record
class SchemaError:
    """One place where a value breaks its schema, or (``of_schema``) the schema its dialect.

    ``pointer`` leads into the value, or into the schema when that is what is wrong.
    """

    pointer: str
    message: str
    schema_pointer: str
    of_schema: bool = False

    @property
    def places(self) -> tuple[str, str, str]:
        return self.pointer, self.message, self.schema_pointer


class Validator:
    """A schema, compiled once; broken ones keep what is wrong in ``schema_errors``."""

    def __init__(
        self,
        compiled: jsonschema_rs.Validator | None,
        schema_errors: tuple[SchemaError, ...],
        ways: int = 0,
    ) -> None:
        self._compiled = compiled
        self.schema_errors = schema_errors
        self._ways = ways  # into the schema again, which are tried at every level of a value

    def errors(self, value: Json) -> list[SchemaError]:
        """Everything wrong with the value, up to MOST_ERRORS; a broken schema's own errors."""
        if self._compiled is None:
            return list(self.schema_errors)
        return self._stoppably(value) if self._may_explode(value) else self._errors(value)

    def _may_explode(self, value: Json) -> bool:
        return self._ways > 1 and self._ways ** depth_of(value, _DEEPEST) > _MOST_PATHS

    def _stoppably(self, value: Json) -> list[SchemaError]:
        from mcptest.schema.bounded import CAN_BE_STOPPED, within

        found: Json = None
        if CAN_BE_STOPPED:
            found = within(_LONGEST, lambda: [list(e.places) for e in self._errors(value)])
        if not isinstance(found, list):
            text = f"the value cannot be validated within {_LONGEST:g} s: it is nested too deeply"
            return [SchemaError("", f"{text} for a schema that refers to itself", "")]
        rows = [[str(part) for part in each] for each in found if isinstance(each, list)]
        return [SchemaError(pointer, message, place) for pointer, message, place in rows]

    def _errors(self, value: Json) -> list[SchemaError]:
        assert self._compiled is not None
        try:
            if self._compiled.is_valid(value):
                return []
            found = islice(self._compiled.iter_errors(value), MOST_ERRORS)
            return [_error(e, of_schema=False) for e in found]
        except (ValueError, RecursionError) as trouble:
            return [SchemaError("", f"the value cannot be validated: {trouble}", "")]

    def is_valid(self, value: Json) -> bool:
        """The same without collecting what is wrong, which costs many times more."""
        if self._compiled is None:
            return not self.schema_errors
        if self._may_explode(value):
            return not self.errors(value)
        try:
            return self._compiled.is_valid(value)
        except (ValueError, RecursionError):
            return False


def validator(schema: Json, *, dialect: str | None = None) -> Validator:
    """Compile a schema; ``dialect`` (a key of DIALECTS) holds where it names none itself."""
    errors = _unusable(schema)
    return Validator(None, errors) if errors else _validator(schema, dialect)


def _validator(schema: Json, dialect: str | None) -> Validator:
    compiled = _compile(_with_dialect(schema, dialect))
    if isinstance(compiled, tuple):
        return Validator(None, compiled)
    return Validator(compiled, (), count_ways_back(schema))


def check_schema(schema: Json, *, dialect: str | None = None) -> list[SchemaError]:
    """Everything wrong with the schema itself."""
    errors = _unusable(schema)
    if errors:
        return list(errors)
    named = _with_dialect(schema, dialect)
    uri = named.get("$schema") if isinstance(named, dict) else None
    meta = _metaschema(uri if isinstance(uri, str) else DIALECTS[DEFAULT_DIALECT])
    if not isinstance(meta, tuple):
        found = [_error(e, of_schema=True) for e in islice(meta.iter_errors(schema), MOST_ERRORS)]
        if found:
            return found
    compiled = _compile(named)
    return list(compiled) if isinstance(compiled, tuple) else []


@lru_cache(maxsize=16)
def _metaschema(uri: str) -> jsonschema_rs.Validator | tuple[SchemaError, ...]:
    """Compiled once, since a catalog holds thousands of schemas of one dialect."""
    return _compile({"$ref": uri})


def _with_dialect(schema: Json, dialect: str | None) -> Json:
    if not isinstance(schema, dict) or "$schema" in schema:
        return schema
    return {"$schema": DIALECTS[dialect or DEFAULT_DIALECT], **schema}


def _unusable(schema: Json) -> tuple[SchemaError, ...]:
    """What would cost too much, or not even reach the validator."""
    if not isinstance(schema, dict | bool):
        return (_broken("a schema must be an object or a boolean"),)
    if not may_explode(schema, MOST_CHECKS):
        return ()
    try:
        checks = expansion(schema)
    except RecursionError:
        return (_broken("the schema is nested too deeply"),)
    if checks > MOST_CHECKS:
        text = f"the schema needs {checks} checks for one value; the limit is {MOST_CHECKS}"
        return (_broken(text),)
    return ()


def _compile(schema: Json) -> jsonschema_rs.Validator | tuple[SchemaError, ...]:
    import jsonschema_rs

    assert isinstance(schema, dict | bool)
    patterns = jsonschema_rs.FancyRegexOptions(backtrack_limit=_BACKTRACKS)
    try:
        return jsonschema_rs.validator_for(
            schema, validate_formats=True, offline=True, pattern_options=patterns
        )
    except jsonschema_rs.ValidationError as trouble:
        return (_error(trouble, of_schema=True),)
    except (ValueError, RecursionError) as trouble:
        return (_broken(f"invalid schema: {trouble}"),)


def _error(trouble: jsonschema_rs.ValidationError, *, of_schema: bool) -> SchemaError:
    return SchemaError(
        pointer=_place(trouble.instance_path),
        message=_shorten(trouble.message),
        schema_pointer=_place(trouble.schema_path),
        of_schema=of_schema,
    )


def _broken(message: str) -> SchemaError:
    return SchemaError("", _shorten(message), "", of_schema=True)


def _place(path: Iterable[str | int]) -> str:
    return join_pointer(path)


def _shorten(text: str) -> str:
    """A message quotes the value; the two ends say enough of a long one."""
    if len(text) <= _LONGEST_MESSAGE:
        return text
    half = _LONGEST_MESSAGE // 2
    return f"{text[:half]} … {text[-half:]}"
