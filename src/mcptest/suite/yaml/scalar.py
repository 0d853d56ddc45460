"""Plain scalars by the YAML 1.2 core schema: what is a number, and what stays text."""

from __future__ import annotations

import math
import re

_WORDS: dict[str, bool | None] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
# A leading zero before another digit keeps text text: 010 is a zip code more often than a ten.
_NUMBER = re.compile(
    r"""(?P<int>[-+]?(?:0|[1-9][0-9]*))
      | (?P<based>0o[0-7]+|0x[0-9a-fA-F]+)
      | (?P<float>[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)
      | (?P<special>[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))""",
    re.VERBOSE,
)
_STARTS = frozenset("0123456789+-.")
MAX_DIGITS = 1_000


class NumberError(ValueError):
    """A number that JSON cannot carry."""


def read_plain(text: str) -> bool | int | float | str | None:
    """The value of an unquoted scalar.

    Raises: NumberError for NaN, infinities and numbers of absurd size.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _STARTS:
        return text
    found = _NUMBER.fullmatch(text)
    return text if found is None else _number(text, found.lastgroup or "")


def _number(text: str, kind: str) -> int | float:
    if kind == "special":
        raise NumberError(f"{text} is not a number in JSON")
    if len(text) > MAX_DIGITS:
        raise NumberError(f"this number has {len(text)} characters; the maximum is {MAX_DIGITS}")
    if kind == "int":
        return int(text)
    if kind == "based":
        return int(text, 0)
    value = float(text)
    if not math.isfinite(value):
        raise NumberError(f"the number {text} is too large")
    return value
