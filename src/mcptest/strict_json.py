"""Strict JSON decoding hooks; each reader words the problem for its own users."""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from math import isinf
from typing import TYPE_CHECKING, NoReturn, TypeVar

if TYPE_CHECKING:
    from mcptest.model.json import Json


Number = TypeVar("Number", int, float)


class JsonFault(StrEnum):
    """What the standard library reads and RFC 8259, or one of our limits, does not allow."""

    DUPLICATE_KEY = "duplicate-key"
    CONSTANT = "constant"  # NaN, Infinity, -Infinity
    INFINITE = "infinite"  # a number beyond the range of a double
    DIGITS = "digits"  # a number longer than the limit


class StrictJsonError(ValueError):
    """``text`` is the key, constant or number at fault."""

    def __init__(self, fault: JsonFault, text: str) -> None:
        super().__init__(_WORDS[fault].format(text[:60], len(text)))
        self.fault = fault
        self.text = text


_WORDS = {
    JsonFault.DUPLICATE_KEY: "duplicate key {0!r} in an object",
    JsonFault.CONSTANT: "{0} is not valid JSON",
    JsonFault.INFINITE: "the number {0} is too large",
    JsonFault.DIGITS: "a number has {1} digits",
}


@lru_cache(maxsize=16)
def strict_decoder(*, digits: int | None = None, unique_keys: bool = True) -> json.JSONDecoder:
    """A decoder that raises StrictJsonError; without ``digits`` numbers may be of any length."""
    return json.JSONDecoder(
        object_pairs_hook=_unique if unique_keys else None,
        parse_constant=_constant,
        parse_int=int if digits is None else _limited(int, digits),
        parse_float=_finite if digits is None else _limited(_finite, digits),
    )


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise StrictJsonError(JsonFault.DUPLICATE_KEY, name)
            seen.add(name)
    return members


def _constant(word: str) -> NoReturn:
    raise StrictJsonError(JsonFault.CONSTANT, word)


def _finite(text: str) -> float:
    value = float(text)
    if isinf(value):
        raise StrictJsonError(JsonFault.INFINITE, text)
    return value


def _limited(convert: Callable[[str], Number], digits: int) -> Callable[[str], Number]:
    def limited(text: str) -> Number:
        if len(text) > digits:
            raise StrictJsonError(JsonFault.DIGITS, text)
        return convert(text)

    return limited
