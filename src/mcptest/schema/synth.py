"""Generate a value that matches a JSON Schema, or say why there is none.

The same schema always gives the same value. Every part is validated against its own schema before
it is used, and the whole against the original before it is returned.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, Missing
from mcptest.model.record import record
from mcptest.schema.containers import Containers, Place
from mcptest.schema.hints import hinted_flag, place_in
from mcptest.schema.references import References
from mcptest.schema.scalars import numbers, strings
from mcptest.schema.shape import options, type_names
from mcptest.schema.validate import Validator, validator

_DEEPEST: Final = 16
_MOST_STEPS: Final = 5_000
_CANDIDATES: Final = 120


@record
class Synthesis:
    """A value that validates, or MISSING and the problem in words."""

    value: MaybeJson
    problem: str | None = None


def synthesize(
    schema: Json,
    *,
    all_arguments: bool = False,
    dialect: str | None = None,
    folder: str | None = None,
) -> Synthesis:
    """A small, natural value; ``all_arguments`` fills in what is not required as well.

    What names a file or a folder lies in ``folder``, where one is given.
    """
    whole = validator(schema, dialect=dialect)
    if whole.schema_errors:
        return Synthesis(MISSING, f"invalid schema: {whole.schema_errors[0].message}")
    try:
        place = Place(generous=all_arguments, folder=folder)
        return _Synthesizer(schema, whole, dialect=dialect).make(place)
    except (_TooMuchError, RecursionError):
        return Synthesis(MISSING, "no valid value was found: the schema has too many alternatives")


class _TooMuchError(Exception):
    """The bound on tries is reached."""


class _Synthesizer:
    def __init__(self, schema: Json, whole: Validator, *, dialect: str | None) -> None:
        self._references = References(schema)
        self._named: MaybeJson = (
            schema.get("$schema", MISSING) if isinstance(schema, dict) else MISSING
        )
        self._dialect = dialect
        self._whole = whole
        self._steps = 0
        self._deepest_failure: Place | None = None
        self._validators: dict[int, tuple[Json, Validator]] = {}

    def make(self, place: Place) -> Synthesis:
        for value in self._candidates(self._references.root, place):
            self._count()
            if self._whole.is_valid(value):
                return Synthesis(value)
        return Synthesis(MISSING, self._problem())

    def find(self, schema: Json, place: Place) -> MaybeJson:
        """The first candidate that the schema accepts."""
        return next(self.all_valid(schema, place), MISSING)

    def all_valid(self, schema: Json, place: Place) -> Iterator[Json]:
        found = False
        check = self._validator(schema)
        for value in islice(self._candidates(schema, place), _CANDIDATES):
            self._count()
            # A part that cannot stand alone is left to the check of the whole.
            if check.schema_errors or check.is_valid(value):
                found = True
                yield value
        deepest = self._deepest_failure
        if not found and (deepest is None or len(place.pointer) > len(deepest.pointer)):
            self._deepest_failure = place

    def _candidates(self, schema: Json, place: Place) -> Iterator[Json]:
        if place.depth > _DEEPEST:
            return
        for option in options(schema, self._references, place.seen):
            self._count()
            yield from _on_disk(option.schema, place)
            yield from _given(option.schema)
            here = place.through(option.through)
            for type_name in type_names(option.schema, at_root=not place.depth):
                yield from self._of_type(type_name, option.schema, here)

    def _of_type(self, type_name: str, schema: JsonObject, place: Place) -> Iterator[Json]:
        match type_name:
            case "object":
                yield from Containers(self).objects(schema, place)
            case "array":
                yield from Containers(self).arrays(schema, place)
            case "string":
                yield from strings(schema, place.name)
            case "integer" | "number":
                yield from numbers(schema, place.name, whole=type_name == "integer")
            case "boolean":
                flag = hinted_flag(place.name)
                yield from (flag, not flag)
            case "null":
                yield None

    def _validator(self, schema: Json) -> Validator:
        known = self._validators.get(id(schema))
        if known is None:
            alone = self._references.alone(schema, self._named)
            known = (schema, validator(alone, dialect=self._dialect))
            self._validators[id(schema)] = known
        return known[1]

    def _count(self) -> None:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise _TooMuchError

    def _problem(self) -> str:
        place = self._deepest_failure
        where = f" at {place.pointer}" if place and place.pointer else ""
        if place and place.depth >= _DEEPEST:
            return f"the schema is infinitely recursive{where[:200]}"
        return f"no value was found that matches the schema{where}"


def _on_disk(schema: JsonObject, place: Place) -> Iterator[Json]:
    """Before the author's own examples, which may name a folder of the user's."""
    if place.folder is not None and "const" not in schema and "enum" not in schema:
        found = place_in(place.folder, place.name, schema)
        yield from () if found is None else (found,)


def _given(schema: JsonObject) -> Iterator[Json]:
    """What the author wrote down, before anything made up."""
    if "const" in schema:
        yield schema["const"]
    for word in ("examples", "enum"):
        values = schema.get(word)
        if word == "enum":
            yield from _single(schema, "example")
            yield from _single(schema, "default")
        if isinstance(values, list):
            yield from values


def _single(schema: JsonObject, word: str) -> Iterator[Json]:
    value = schema.get(word, MISSING)
    if not isinstance(value, Missing):
        yield value
