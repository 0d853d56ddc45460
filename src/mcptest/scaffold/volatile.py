"""Recognize values that expire: patterns for times and ids, and members that follow the clock."""

from __future__ import annotations

import re
from typing import Final

from mcptest.match.normalise import normalise_text
from mcptest.model.json import Json, JsonObject

_DATE: Final = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
_ZONE: Final = r"(?:\s?(?:Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2}))?"
_ISO_TIME: Final = rf"{_DATE}[T ][0-9]{{2}}:[0-9]{{2}}(?::[0-9]{{2}}(?:[.,][0-9]+)?)?{_ZONE}"
_ANYTHING: Final = ".+"
_PATTERNS: Final = {
    "uuid": "[0-9a-fA-F-]{36}",
    "timestamp": _ISO_TIME,
    "date": _DATE,
    "ulid": "[0-9A-Z]{26}",
    "address": "0x[0-9a-fA-F]+",
    "port": "[0-9]+",
    "hex": "[0-9a-f]+",
}
_PLACEHOLDER: Final = re.compile(
    "<(uuid|timestamp|date|ulid|address|port|hex|duration|path)>",
)
_DIGITS_FIRST: Final = re.compile(_ISO_TIME)
_TIMES: Final = {"<timestamp>", "<date>"}
_WORDS: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")
# Words in the key of a member that changes with the date beside it.
_FOLLOWS_CLOCK: Final = {
    *("day", "days", "weekday", "dow", "week", "month", "quarter", "season", "year"),
    *("hour", "minute", "second", "dst", "offset", "difference", "age"),
    *("today", "tomorrow", "yesterday"),
}


def volatile_pattern(text: str) -> str | None:
    """A regular expression for text with volatile parts; None where it would match anything."""
    template = normalise_text(text)
    if _PLACEHOLDER.fullmatch(template) and _pattern(template[1:-1], text) == _ANYTHING:
        return None
    pieces = _PLACEHOLDER.split(template)  # literal text and kinds, in turn
    if len(pieces) == 1:
        return None
    parts = [
        _pattern(piece, text) if index % 2 else re.escape(piece)
        for index, piece in enumerate(pieces)
    ]
    return f"(?s)^{''.join(parts)}$"


def follows_clock(key: str, among: JsonObject) -> bool:
    """Whether the member changes with a time beside it, as a weekday or an offset does."""
    words = {word.lower() for word in _WORDS.split(key)}
    return not words.isdisjoint(_FOLLOWS_CLOCK) and _tells_time(among)


def _tells_time(value: JsonObject) -> bool:
    """Whether a member is a time, or an object with one."""
    return any(
        _is_time(member) or (isinstance(member, dict) and any(map(_is_time, member.values())))
        for member in value.values()
    )


def _is_time(value: Json) -> bool:
    return isinstance(value, str) and normalise_text(value) in _TIMES


def _pattern(kind: str, text: str) -> str:
    """The pattern of a kind; a timestamp in words has many forms, so it may be anything."""
    if kind == "timestamp" and not _DIGITS_FIRST.search(text):
        return _ANYTHING
    return _PATTERNS.get(kind, _ANYTHING)
