"""Strings and numbers to try for a schema, the most natural first."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.schema.formats import FORMAT_VALUES
from mcptest.schema.hints import hinted_number, hinted_text
from mcptest.schema.pattern import strings_for

PLAIN_TEXT: Final = "example"
_LONGEST: Final = 100_000
_VARIANTS: Final = 12


def strings(schema: JsonObject, name: str) -> Iterator[str]:
    low, high = _length(schema, "minLength", 0), _length(schema, "maxLength", _LONGEST)
    pattern, form = schema.get("pattern"), schema.get("format")
    if isinstance(form, str) and form in FORMAT_VALUES:
        yield FORMAT_VALUES[form]
    hint = hinted_text(name)
    for text in (*([hint] if hint else []), PLAIN_TEXT):
        yield _fit(text, low, high)
    if isinstance(pattern, str):
        yield from strings_for(pattern, at_least=low)
    for number in range(2, _VARIANTS):
        ending = str(number)
        yield _fit(PLAIN_TEXT, max(0, low - len(ending)), max(0, high - len(ending))) + ending
    yield from FORMAT_VALUES.values()


def numbers(schema: JsonObject, name: str, *, whole: bool) -> Iterator[int | float]:
    """Small round numbers, then the bounds, then the multiples that lie within them."""
    step = _step(schema, whole=whole)
    low, high = (
        _bound(schema, "minimum", "exclusiveMinimum"),
        _bound(schema, "maximum", "exclusiveMaximum"),
    )
    hint = hinted_number(name)
    yield from (_plain(Fraction(n)) for n in ([hint] if hint is not None else []))
    yield from (1, 0)
    starts = [edge for edge in (low, high) if edge is not None] or [Fraction(0)]
    for edge in starts:
        first = math.ceil(edge / step)
        last = math.floor(edge / step)
        for count in range(_VARIANTS):
            yield _plain((first + count) * step)
            yield _plain((last - count) * step)
    if low is not None and high is not None and not whole:
        yield _plain((low + high) / 2)
        yield from (_plain(edge) for edge in (low, high))


def _plain(number: Fraction) -> int | float:
    return number.numerator if number.denominator == 1 else float(number)


def _step(schema: JsonObject, *, whole: bool) -> Fraction:
    step = _number(schema.get("multipleOf"))
    if step is None or step <= 0:
        return Fraction(1)
    # A multiple of 1.5 that is an integer is a multiple of 3.
    return Fraction(step.numerator) if whole else step


def _bound(schema: JsonObject, plain: str, exclusive: str) -> Fraction | None:
    """Draft-04 writes ``exclusiveMinimum: true``, later ones the bound itself."""
    edges = [_number(schema.get(word)) for word in (plain, exclusive)]
    found = [edge for edge in edges if edge is not None]
    if not found:
        return None
    return max(found) if plain == "minimum" else min(found)


def _number(value: Json) -> Fraction | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return Fraction(str(value)) if isinstance(value, float) else Fraction(value)


def _length(schema: JsonObject, word: str, otherwise: int) -> int:
    value = schema.get(word)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return min(max(0, int(value)), _LONGEST) if number else otherwise  # type: ignore[arg-type]


def _fit(text: str, low: int, high: int) -> str:
    if len(text) < low:
        text += "x" * (low - len(text))
    return text[:high]
