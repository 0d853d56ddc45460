"""Find the place of every value in JSON text, and report errors with their place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from typing import Final

DEEPEST: Final = 300
MOST_DIGITS: Final = 1_000
_SPACE: Final = re.compile(r"[ \t\n\r]*")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORD: Final = re.compile(r"-?[A-Za-z_]+")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class ScanError(ValueError):
    """What is not strict JSON, and the offset at which it shows."""

    def __init__(self, code: str, message: str, offset: int) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.offset = offset


@dataclass(slots=True)
class MemberSpan:
    """A key of an object, quotes included, and its value."""

    key_start: int
    key_end: int
    value: TextSpan


@dataclass(slots=True)
class TextSpan:
    """One value; objects have members, lists have items."""

    start: int
    end: int = 0
    members: dict[str, MemberSpan] = field(default_factory=dict)
    items: list[TextSpan] = field(default_factory=list)

    def lists(self) -> Iterator[TextSpan]:
        """Every list within, in the order of the text."""
        if self.items:
            yield self
        for inner in (*self.items, *(member.value for member in self.members.values())):
            yield from inner.lists()


def scan(text: str, start: int = 0) -> TextSpan:
    """The value that begins at an offset.

    Raises: ScanError.
    """
    return _value(text, _skip(text, start), 1)


def scan_document(text: str) -> TextSpan:
    """The one value of a whole text."""
    span = scan(text)
    rest = _skip(text, span.end)
    if rest < len(text):
        raise ScanError("json-extra-data", "there is more text after the end of the JSON", rest)
    return span


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _value(text: str, at: int, depth: int) -> TextSpan:
    head = text[at : at + 1]
    if head == "{":
        return _object(text, at, _deeper(depth, at))
    if head == "[":
        return _list(text, at, _deeper(depth, at))
    if head == '"':
        return TextSpan(at, _string(text, at)[1])
    number = _NUMBER.match(text, at)
    if number:
        return TextSpan(at, _number_end(number))
    return TextSpan(at, _word_end(text, at))


def _deeper(depth: int, at: int) -> int:
    if depth > DEEPEST:
        raise ScanError("json-too-deep", f"values are nested more than {DEEPEST} levels deep", at)
    return depth + 1


def _object(text: str, start: int, depth: int) -> TextSpan:
    span = TextSpan(start)
    at = _skip(text, start + 1)
    if text[at : at + 1] == "}":
        span.end = at + 1
        return span
    while True:
        at = _member(text, at, span, depth)
        if text[at : at + 1] == "}":
            span.end = at + 1
            return span
        at = _comma(text, at, "}")


def _member(text: str, at: int, span: TextSpan, depth: int) -> int:
    if text[at : at + 1] != '"':
        raise _unexpected(text, at, "a key in double quotes")
    key, key_end = _string(text, at)
    if key in span.members:
        raise ScanError("json-duplicate-key", f'the key "{key}" is there twice', at)
    colon = _skip(text, key_end)
    if text[colon : colon + 1] != ":":
        raise _unexpected(text, colon, "a colon")
    value = _value(text, _skip(text, colon + 1), depth)
    span.members[key] = MemberSpan(at, key_end, value)
    return _skip(text, value.end)


def _list(text: str, start: int, depth: int) -> TextSpan:
    span = TextSpan(start)
    at = _skip(text, start + 1)
    if text[at : at + 1] == "]":
        span.end = at + 1
        return span
    while True:
        item = _value(text, at, depth)
        span.items.append(item)
        at = _skip(text, item.end)
        if text[at : at + 1] == "]":
            span.end = at + 1
            return span
        at = _comma(text, at, "]")


def _comma(text: str, at: int, closing: str) -> int:
    if text[at : at + 1] != ",":
        raise _unexpected(text, at, f'a comma or "{closing}"')
    after = _skip(text, at + 1)
    if text[after : after + 1] == closing:
        raise ScanError("json-syntax", "there is a comma after the last entry", at)
    return after


def _string(text: str, at: int) -> tuple[str, int]:
    try:
        value, end = scanstring(text, at + 1, True)
    except JSONDecodeError as trouble:
        message = trouble.msg[:1].lower() + trouble.msg[1:]
        raise ScanError("json-syntax", message, min(trouble.pos, len(text))) from None
    if _SURROGATE.search(value):
        raise ScanError("json-lone-surrogate", "half of a surrogate pair is not a character", at)
    return value, end


def _number_end(number: re.Match[str]) -> int:
    if len(number[0]) > MOST_DIGITS:
        message = f"a number has {len(number[0])} digits; {MOST_DIGITS} are read"
        raise ScanError("json-number", message, number.start())
    if abs(float(number[0])) == float("inf"):
        raise ScanError("json-number", "a number is too large for JSON readers", number.start())
    return number.end()


def _word_end(text: str, at: int) -> int:
    word = _WORD.match(text, at)
    if word and word[0] in {"true", "false", "null"}:
        return word.end()
    if word and word[0] in {"NaN", "Infinity", "-Infinity"}:
        raise ScanError("json-number", f"{word[0]} is not JSON", at)
    raise _unexpected(text, at, "a value")


def _unexpected(text: str, at: int, wanted: str) -> ScanError:
    if at >= len(text):
        return ScanError("json-cut-off", f"the text ends where {wanted} is expected", at)
    return ScanError("json-syntax", f'expected {wanted}, found "{text[at]}"', at)
